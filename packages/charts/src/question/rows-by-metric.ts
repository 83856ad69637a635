import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../chart-type.ts';
import { queryContext } from './query-context.ts';
import type { QueryField } from './query-fields.ts';

/**
 * One row per combination of the dimensions, the largest first where that is asked for (`sort_by_metric`).
 *
 * @param aliases further keys of the chart type that mean columns or metrics
 */
export function rowsByMetric(
  form: ChartFormData,
  { force }: QuestionContext,
  aliases: Readonly<Record<string, QueryField>> = {},
): QueryContext {
  const { metric, sort_by_metric: sorted } = form;
  return queryContext(form, {
    aliases,
    force,
    shape: ({ post_processing: _none, ...base }) => [
      sorted && metric ? { ...base, orderby: [[metric, false]] } : base,
    ],
  });
}
