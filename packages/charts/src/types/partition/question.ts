import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { normalOrder } from '../../question/order.ts';
import { queryContext } from '../../question/query-context.ts';
import { momentsOfMetric, seriesOverTime } from '../../question/series-over-time.ts';
import { timeOption } from './time-option.ts';

/** One row per combination of the dimensions, and per moment where the parts are of moments. */
export function question(form: ChartFormData, context: QuestionContext): QueryContext {
  const option = timeOption(form);
  if (option === 'adv_anal') return seriesOverTime(form, context);
  if (option !== 'not_time') return momentsOfMetric(form, context);
  return queryContext(form, {
    force: context.force,
    shape: ({ post_processing: _none, ...base }) => {
      const orderby = normalOrder(base);
      return [
        {
          ...base,
          ...(base.series_limit ? { series_columns: base.columns } : {}),
          ...(orderby === undefined ? {} : { orderby }),
        },
      ];
    },
  });
}
