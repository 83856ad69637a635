import type { ChartFormData, QueryContext } from '@chartroom/model';
import { queryContext } from './query-context.ts';

/** The base query, largest values of the metric first where the chart is sorted by it. */
export function rankedQuestion(form: ChartFormData, force: boolean | undefined): QueryContext {
  const { metric } = form;
  return queryContext(form, {
    force,
    ...(form.sort_by_metric && metric
      ? { shape: ({ post_processing: _none, ...base }) => [{ ...base, orderby: [[metric, false]] }] }
      : {}),
  });
}
