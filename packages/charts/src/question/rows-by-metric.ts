import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../chart-type.ts';
import { queryContext } from './query-context.ts';

/** One row per combination of the dimensions, the largest first where that is asked for (`sort_by_metric`). */
export function rowsByMetric(form: ChartFormData, { force }: QuestionContext): QueryContext {
  const { metric, sort_by_metric: sorted } = form;
  return queryContext(form, {
    force,
    shape: ({ post_processing: _none, ...base }) => [
      sorted && metric ? { ...base, orderby: [[metric, false]] } : base,
    ],
  });
}
