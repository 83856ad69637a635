import { type ChartFormData, type ColumnRef, columnLabel, type QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { queryContext } from '../../question/query-context.ts';
import type { OrderBy } from '../../question/query-fields.ts';
import { columnsOf, isColumnRef, metricsOf, uniqueBy } from '../../question/read-form.ts';

/** One row per bar: its times, its place, its colour and what its tooltip tells. */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return queryContext(form, {
    force,
    shape: ({ post_processing: _none, ...base }) => {
      const orderby: OrderBy = base.orderby ?? [];
      const columns = [
        ...columnsOf(form.start_time),
        ...columnsOf(form.end_time),
        ...columnsOf(form.y_axis),
        ...columnsOf(form.series),
        ...columnsOf(form.tooltip_columns),
        ...orderby.map(([by]) => by).filter(isColumn),
      ];
      return [
        {
          ...base,
          columns: uniqueBy(columns, columnLabel),
          metrics: metricsOf(form.tooltip_metrics),
          orderby,
          series_columns: columnsOf(form.series),
        },
      ];
    },
  });
}

function isColumn(by: unknown): by is ColumnRef {
  return isColumnRef(by) && by !== '';
}
