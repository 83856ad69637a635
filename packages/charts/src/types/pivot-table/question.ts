import { type ChartFormData, columnLabel, type QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { grainedColumn } from '../../question/base-axis.ts';
import { queryContext } from '../../question/query-context.ts';
import { columnsOf, metricsOf, uniqueBy } from '../../question/read-form.ts';

/** One row per combination of all dimensions; the table is made of them where it is drawn. */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return queryContext(form, {
    force,
    shape: ({ post_processing: _none, ...base }) => {
      const dimensions = uniqueBy(
        [...columnsOf(form.groupbyColumns), ...columnsOf(form.groupbyRows)],
        columnLabel,
      );
      const by = metricsOf(base.series_limit_metric)[0] ?? metricsOf(base.metrics)[0];
      return [
        {
          ...base,
          columns: dimensions.map((column) => grainedColumn(form, column) ?? column),
          ...(by === undefined ? {} : { orderby: [[by, !base.order_desc]] }),
        },
      ];
    },
  });
}
