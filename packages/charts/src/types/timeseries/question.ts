import type { ChartFormData, QueryContext } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { xAxisOf } from '../../question/base-axis.ts';
import { normalOrder } from '../../question/order.ts';
import {
  compare,
  contribution,
  flatten,
  forecast,
  pivot,
  rename,
  resample,
  rolling,
  sortAxis,
  sortMetric,
  timeOffsets,
} from '../../question/post-processing.ts';
import { queryContext } from '../../question/query-context.ts';
import { columnsOf } from '../../question/read-form.ts';

/** One row per value of the axis, one column per series (contract, time-series family: query). */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  return queryContext(form, {
    force,
    shape: (base) => {
      const axis = xAxisOf(form);
      const dimensions = columnsOf(form.groupby);
      const extra = sortMetric(form);
      return [
        {
          ...base,
          metrics: [...(base.metrics ?? []), ...(extra === undefined ? [] : [extra])],
          columns: [...(axis === undefined ? [] : [axis]), ...dimensions],
          series_columns: form.groupby === undefined || form.groupby === null ? undefined : dimensions,
          ...(axis === undefined ? { is_timeseries: true } : {}),
          orderby: normalOrder(base),
          time_offsets: timeOffsets(form, base),
          post_processing: [
            pivot,
            rolling,
            compare,
            resample,
            rename,
            contribution,
            sortAxis,
            () => flatten,
            forecast,
          ].map((step) => step(form, base)),
        },
      ];
    },
  });
}
