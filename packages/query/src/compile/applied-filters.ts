import { type ColumnRef, columnLabel } from '@chartroom/model';
import type { Scope } from './scope.ts';

/** What became of the filters, as it is answered (contract/query.md §8). */
export interface AppliedFilters {
  appliedFilters: { column: string }[];
  rejectedFilters: { column: string; reason: string }[];
}

/** Filters that took part and those that could not, each as often as it was asked, time extras included. */
export function appliedFilters(
  filters: { applied: ColumnRef[]; rejected: ColumnRef[] },
  scope: Scope,
): AppliedFilters {
  const outcome: AppliedFilters = { appliedFilters: [], rejectedFilters: [] };
  for (const label of filters.applied.map(columnLabel)) outcome.appliedFilters.push({ column: label });
  for (const label of filters.rejected.map(columnLabel)) {
    outcome.rejectedFilters.push({ column: label, reason: 'not_in_datasource' });
  }
  const extras = scope.query.applied_time_extras;
  const temporal = scope.dataset.columns.filter((column) => column.is_dttm);
  for (const key of ['__time_col', '__time_grain', '__time_range']) {
    const value = extras[key];
    if (value === undefined || value === null) continue;
    if (
      key === '__time_col' ? temporal.some((column) => column.column_name === value) : temporal.length > 0
    ) {
      outcome.appliedFilters.push({ column: key });
    } else {
      outcome.rejectedFilters.push({
        column: key,
        reason: key === '__time_col' ? 'not_in_datasource' : 'no_temporal_column',
      });
    }
  }
  return outcome;
}
