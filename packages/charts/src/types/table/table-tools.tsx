import { grouped } from '@chartroom/model';
import { type GridSort, nextSort } from '@chartroom/ui';
import { type CSSProperties, useEffect, useState } from 'react';
import type { DrawTheme, OwnState } from '../../chart-type.ts';
import { tableState } from './settings.ts';
import styles from './table-view.module.css';

const PAGE_SIZES = [10, 20, 50, 100, 200];
/** How long typing must rest before the server is asked, in milliseconds. */
export const TYPING_REST = 500;

/** Lengths of pages to choose from, the one of now among them. */
export function pageSizes(now: number): number[] {
  return [...new Set([...PAGE_SIZES, now])].toSorted((a, b) => a - b);
}

/** What the tools and the pages of a table look like. */
export function viewStyle(theme: DrawTheme): CSSProperties & Record<`--${string}`, string> {
  return {
    '--view-text': theme.colorText,
    '--view-faint': theme.colorTextSecondary,
    '--view-border': theme.colorBorder,
    '--view-surface': theme.colorBackground,
    '--view-accent': theme.colorPrimary,
    fontFamily: theme.fontFamily,
  };
}

/** Pages, order and search of a table, and how a reader changes them. */
export interface Paging {
  page: number;
  /** 0 = all rows on one page. */
  pageSize: number;
  search: string;
  searchColumn: string | undefined;
  sort: GridSort | undefined;
  onPage(page: number): void;
  onSize(size: number): void;
  onSearch(text: string): void;
  onSearchColumn(column: string): void;
  onSort(key: string): void;
}

interface ServerPaging {
  ownState: OwnState;
  setOwnState: (next: OwnState) => void;
  /** Rows per page until the reader chooses. */
  size: number;
  columnsSearched: readonly string[];
}

/** Pages, order and search that the server answers: kept as the chart's own state, each change asks anew. */
export function useServerPaging({ ownState, setOwnState, size, columnsSearched }: ServerPaging): Paging {
  const state = tableState(ownState);
  const searchColumn = state.searchColumn ?? columnsSearched[0];
  const [sort] = state.sortBy;
  const change = (next: OwnState) => setOwnState({ ...ownState, currentPage: 0, ...next });
  return {
    page: state.page,
    pageSize: state.pageSize ?? size,
    search: state.searchText,
    searchColumn,
    sort,
    onPage: (page) => change({ currentPage: page }),
    onSize: (pageSize) => change({ pageSize }),
    onSearch: (searchText) => change({ searchText, searchColumn }),
    onSearchColumn: (column) => change({ searchColumn: column }),
    onSort: (key) => {
      const next = nextSort(sort, key);
      change({ sortBy: next ? [next] : [] });
    },
  };
}

interface SearchToolsProps {
  paging: Pick<Paging, 'search' | 'searchColumn' | 'onSearch' | 'onSearchColumn'>;
  /** Columns of which one is searched; none: all are. */
  columns: readonly string[];
  names: Readonly<Record<string, string>>;
  /** Milliseconds without a keystroke before the search starts. */
  rest: number;
  rows: number;
}

/** The box to search in, and the column that is searched where it is only one. */
export function SearchTools({ paging, columns, names, rest, rows }: SearchToolsProps) {
  return (
    <search className={styles.tools}>
      {columns.length > 0 && (
        <select
          aria-label="Column to search"
          value={paging.searchColumn}
          onChange={(event) => paging.onSearchColumn(event.target.value)}
        >
          {columns.map((column) => (
            <option key={column} value={column}>
              {names[column] ?? column}
            </option>
          ))}
        </select>
      )}
      <SearchBox initial={paging.search} rest={rest} rows={rows} onSearch={paging.onSearch} />
    </search>
  );
}

interface SearchBoxProps {
  initial: string;
  /** Milliseconds without a keystroke before the search starts. */
  rest: number;
  rows: number;
  onSearch(text: string): void;
}

function SearchBox({ initial, rest, rows, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(initial);
  useEffect(() => {
    if (text === initial) return;
    const timer = setTimeout(() => onSearch(text), rest);
    return () => clearTimeout(timer);
  }, [text, initial, rest, onSearch]);
  return (
    <input
      type="search"
      aria-label="Search rows"
      placeholder={`Search ${grouped(rows)} records`}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
