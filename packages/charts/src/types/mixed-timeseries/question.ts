import type { ChartFormData, QueryContext, QueryObject } from '@chartroom/model';
import type { QuestionContext } from '../../chart-type.ts';
import { xAxisOf } from '../../question/base-axis.ts';
import { normalOrder } from '../../question/order.ts';
import {
  compare,
  flatten,
  pivot,
  rename,
  resample,
  rolling,
  timeOffsets,
} from '../../question/post-processing.ts';
import { queryContext, type ShapedQuery } from '../../question/query-context.ts';
import { columnsOf } from '../../question/read-form.ts';
import { askedForm } from './forms.ts';

/** Two questions along one axis (contract, mixed time series). */
export function question(form: ChartFormData, { force }: QuestionContext): QueryContext {
  const [first, second] = (['A', 'B'] as const).map((part) => {
    const own = askedForm(form, part);
    return queryContext(own, { force, shape: (base) => [shaped(own, base)] });
  });
  const queries = [...(first?.queries ?? []), ...(second?.queries ?? [])];
  return { ...(first ?? queryContext(form, { force })), queries, form_data: form };
}

function shaped(form: ChartFormData, base: QueryObject): ShapedQuery {
  const axis = xAxisOf(form);
  const dimensions = columnsOf(form.groupby);
  return {
    ...ordered(base),
    columns: [...(axis === undefined ? [] : [axis]), ...dimensions],
    series_columns: form.groupby === undefined || form.groupby === null ? undefined : dimensions,
    ...(axis === undefined ? { is_timeseries: true } : {}),
    time_offsets: timeOffsets(form, base),
    post_processing: [pivot, rolling, compare, resample, rename, () => flatten].map((step) =>
      step(form, base),
    ),
  };
}

/** An order that is worked out takes the place of what it is worked out from. */
function ordered(base: QueryObject): ShapedQuery {
  const { post_processing: _none, ...query } = base;
  const own = query.orderby?.[0];
  if (own?.[0] && typeof own[1] === 'boolean') return query;
  const { order_desc: _direction, series_limit_metric: _ranking, legacy_order_by: _old, ...rest } = query;
  return { ...rest, orderby: normalOrder(query) };
}
