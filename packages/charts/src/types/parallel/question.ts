import { type ChartFormData, metricLabel, type QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { normalOrder } from '../../question/order.ts';
import { queryContext } from '../../question/query-context.ts';
import { columnsOf, metricsOf, uniqueBy } from '../../question/read-form.ts';

/** One row per line, with a value for each axis and one for its colour; those first that rank first. */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return queryContext(form, {
    force,
    shape: ({ post_processing: _none, ...base }) => {
      const columns = columnsOf(form.series).filter((column) => column !== '');
      const metrics = uniqueBy(
        [...metricsOf(form.metrics), ...metricsOf(form.secondary_metric)],
        metricLabel,
      );
      const query = { ...base, columns, metrics };
      const limited = base.series_limit ? { series_columns: columns } : {};
      const orderby = normalOrder(query);
      return [{ ...query, ...limited, ...(orderby === undefined ? {} : { orderby }) }];
    },
  });
}
