import { parseRison, risonOf } from '@chartroom/model';
import { useLocation, useNavigate } from '@tanstack/react-router';

/** From and to; null = open on that side. Times are epoch milliseconds. */
export type FilterRange = [number | null, number | null];
/** What one filter of a list is set to. */
export type FilterValue = string | number | boolean | FilterRange;
/** Values chosen per filter of a list. */
export type FilterValues = Record<string, FilterValue>;

/** A list as cards or as rows of a table. */
export type ViewMode = 'card' | 'table';

export interface ListState {
  filters: FilterValues;
  pageIndex: number;
  sortColumn: string;
  sortOrder: 'asc' | 'desc';
  /** Absent: the address does not say. */
  viewMode?: ViewMode | undefined;
}

/** A list's whole state, kept in the address: `filters` (rison), `pageIndex`, `sortColumn`, `sortOrder`, `viewMode` (contract/ui.md A4). */
export function useListState(defaults: {
  sortColumn: string;
  sortOrder: 'asc' | 'desc';
}): [ListState, (change: Partial<ListState>) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const search = new URLSearchParams(location.searchStr);
  const mode = search.get('viewMode');
  const sortOrder = search.get('sortOrder');
  const state: ListState = {
    filters: readFilters(search.get('filters')),
    pageIndex: Math.max(0, Number.parseInt(search.get('pageIndex') ?? '0', 10) || 0),
    sortColumn: search.get('sortColumn') ?? defaults.sortColumn,
    sortOrder: sortOrder === 'asc' || sortOrder === 'desc' ? sortOrder : defaults.sortOrder,
    viewMode: mode === 'card' || mode === 'table' ? mode : undefined,
  };
  const change = (next: Partial<ListState>) => {
    const merged = { ...state, ...(next.filters ? { pageIndex: 0 } : {}), ...next };
    void navigate({
      to: location.pathname,
      search: {
        filters: Object.keys(merged.filters).length > 0 ? risonOf(merged.filters) : undefined,
        pageIndex: merged.pageIndex > 0 ? String(merged.pageIndex) : undefined,
        sortColumn: merged.sortColumn,
        sortOrder: merged.sortOrder,
        viewMode: merged.viewMode,
      },
      replace: next.pageIndex === undefined,
    });
  };
  return [state, change];
}

function readFilters(text: string | null): FilterValues {
  if (!text) return {};
  try {
    const value = parseRison(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    const entries = Object.entries(value).flatMap(([key, each]): [string, FilterValue][] =>
      typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean' || isRange(each)
        ? [[key, each]]
        : [],
    );
    return Object.fromEntries(entries);
  } catch {
    // A link with a broken filter still shows the list, unfiltered.
    return {};
  }
}

function isRange(value: unknown): value is FilterRange {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((each) => each === null || typeof each === 'number')
  );
}
