import { type ColumnRef, columnLabel, isAdhocColumn } from '@chartroom/model';
import type { NormalQuery } from '../query-object.ts';
import { parseTimeRange } from '../time-range/parse-time-range.ts';
import type { TimeBounds } from './scope.ts';

/** Label of the x axis: the column sent as BASE_AXIS. */
export function axisLabel(columns: readonly ColumnRef[]): string | undefined {
  const axis = columns.find((column) => isAdhocColumn(column) && column.columnType === 'BASE_AXIS');
  return axis && columnLabel(axis);
}

/**
 * The time range a query is about (contract/query.md §1.1): its own, else that of the TEMPORAL_RANGE
 * filter on the x axis, else of the first such filter. Null when none is given.
 */
export function timeRangeOf(query: NormalQuery): string | null {
  if (query.time_range) return query.time_range;
  const temporal = query.filters.filter(
    (filter) => filter.op.toUpperCase() === 'TEMPORAL_RANGE' && typeof filter.val === 'string',
  );
  const axis = axisLabel(query.columns);
  const chosen = temporal.find((filter) => columnLabel(filter.col) === axis) ?? temporal[0];
  return typeof chosen?.val === 'string' ? chosen.val : null;
}

/** A given `time_range` becomes the value of every TEMPORAL_RANGE filter. */
export function withTimeRange(query: NormalQuery): NormalQuery {
  if (!query.time_range) return query;
  const val = query.time_range;
  return {
    ...query,
    filters: query.filters.map((filter) =>
      filter.op.toUpperCase() === 'TEMPORAL_RANGE' ? { ...filter, val } : filter,
    ),
  };
}

/** Bounds of the query's time range at a moment. */
export function timeBounds(query: NormalQuery, now: Date): TimeBounds {
  const text = timeRangeOf(query);
  if (text === null) return { from: null, to: null };
  const { since, until } = parseTimeRange(text, {
    now,
    relativeStart: query.extras.relative_start ?? 'today',
    relativeEnd: query.extras.relative_end ?? 'today',
    timeShift: query.time_shift ?? undefined,
    instantRange: query.extras.instant_time_comparison_range ?? undefined,
  });
  return { from: since, to: until };
}
