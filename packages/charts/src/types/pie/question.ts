import {
  type ChartFormData,
  type MetricRef,
  metricLabel,
  type PostProcessing,
  type QueryContext,
} from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { queryContext } from '../../question/query-context.ts';

/** Name of the column with each row's share of the whole. */
export function shareColumn(metric: MetricRef): string {
  return `${metricLabel(metric)}__contribution`;
}

/** One row per slice, largest first, with its share of the whole. */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  const { metric } = form;
  return queryContext(form, {
    force,
    shape: (base) => [
      {
        ...base,
        ...(form.sort_by_metric && metric ? { orderby: [[metric, false]] } : {}),
        post_processing: metric ? [share(metric)] : [],
      },
    ],
  });
}

function share(metric: MetricRef): PostProcessing {
  return {
    operation: 'contribution',
    options: { columns: [metricLabel(metric)], rename_columns: [shareColumn(metric)] },
  };
}
