import type { QueryObject } from '@chartroom/model';
import type { OrderBy } from './query-fields.ts';

/**
 * The order of a query: its own when the first entry is sound, else by the metric that ranks series, else by the
 * first metric; none when there is no metric.
 */
export function normalOrder(query: QueryObject): OrderBy | undefined {
  const [first] = query.orderby ?? [];
  if (first?.[0] && typeof first[1] === 'boolean') return query.orderby ?? undefined;
  const ascending = !query.order_desc;
  const by = query.series_limit_metric || query.legacy_order_by || query.metrics?.[0];
  return typeof by === 'string' || isReference(by) ? [[by, ascending]] : undefined;
}

function isReference(value: unknown): value is { label: string } {
  return typeof value === 'object' && value !== null && 'label' in value && typeof value.label === 'string';
}
