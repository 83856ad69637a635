import { type ChartFormData, columnLabel, type QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { queryContext } from '../../question/query-context.ts';
import { columnsOf, metricsOf, uniqueBy } from '../../question/read-form.ts';

/** One row per bubble. */
export function question(form: ChartFormData, { force, stored = false }: QuestionContext): QueryContext {
  const [by] = metricsOf(form.orderby);
  // Here the key holds the metric to sort by, elsewhere pairs of what to sort by and its direction.
  const { orderby: _metric, ...unordered } = form;
  // What is compared and what colours it may be the same column: stored as it was recorded, asked once.
  const asked = [...columnsOf(form.entity), ...columnsOf(form.series)];
  const context = queryContext(
    { ...unordered, datasource: form.datasource, viz_type: form.viz_type },
    {
      force,
      shape: ({ post_processing: _none, ...base }) => [
        {
          ...base,
          columns: stored ? asked : uniqueBy(asked, columnLabel),
          ...(by === undefined ? {} : { orderby: [[by, !base.order_desc]] }),
        },
      ],
    },
  );
  return { ...context, form_data: form };
}
