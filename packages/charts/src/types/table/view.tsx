import { type GridSort, nextSort } from '@chartroom/ui';
import { type CSSProperties, useCallback, useEffect, useMemo, useState } from 'react';
import type { DrawTheme, OwnState, TableModelCell, ViewProps } from '../../chart-type.ts';
import { fillDefaults } from '../../controls/panel.ts';
import { numberOf } from '../../question/read-form.ts';
import { TableGrid, type TableGridProps } from '../../view/table-grid.tsx';
import { controls } from './controls.ts';
import { draw } from './draw.ts';
import { Pager } from './pager.tsx';
import { cellPoint } from './point.ts';
import { searchableColumns } from './question.ts';
import { arrangedRows, pageLength } from './row-order.ts';
import { serverPageSize, tableMode, tableState } from './settings.ts';
import styles from './table-view.module.css';

const PAGE_SIZES = [10, 20, 50, 100, 200];
/** How long typing must rest before the server is asked, in milliseconds. */
const TYPING_REST = 500;

/** The table with what a reader can do to it: sort, search, page, move columns, filter by a cell. */
export function TableView(props: ViewProps) {
  const { results, datasource, width, height, theme, selected } = props;
  const form = useMemo(() => fillDefaults(controls, props.form), [props.form]);
  const table = useMemo(
    () => draw({ form, results, datasource, width, height, theme, selected }).table,
    [form, results, datasource, width, height, theme, selected],
  );
  const pointAt = useCallback(
    (cell: TableModelCell, row: readonly TableModelCell[]) => cellPoint(form, results[0], table, cell, row),
    [form, results, table],
  );
  const onServer = Boolean(form.server_pagination);
  const columnsSearched = onServer ? searchableColumns(form) : [];
  const server = useServerPaging({
    ownState: props.ownState,
    setOwnState: props.setOwnState,
    size: serverPageSize(form),
    columnsSearched,
  });
  const here = useOwnPaging(pageLength(numberOf(form.page_length), table.rows.length, table.columns.length));
  const paging = onServer ? server : here;
  const arranged = useMemo(
    () => (onServer ? table.rows : arrangedRows(table, here.search, here.sort)),
    [onServer, table, here.search, here.sort],
  );
  const count = onServer ? table.rowCount : arranged.length;
  const page = Math.min(paging.page, Math.max(0, Math.ceil(count / Math.max(paging.pageSize, 1)) - 1));
  const { pageSize } = paging;
  const rows = useMemo(
    () => (onServer || pageSize === 0 ? arranged : arranged.slice(page * pageSize, (page + 1) * pageSize)),
    [onServer, arranged, page, pageSize],
  );
  const shown = useMemo(() => ({ ...table, rows }), [table, rows]);
  return (
    <div className={styles.view} style={themeStyle(theme)}>
      {form.include_search === true && (
        <search className={styles.tools}>
          {columnsSearched.length > 0 && (
            <select
              aria-label="Column to search"
              value={paging.searchColumn}
              onChange={(event) => paging.onSearchColumn(event.target.value)}
            >
              {columnsSearched.map((column) => (
                <option key={column} value={column}>
                  {datasource.verbose_map[column] ?? column}
                </option>
              ))}
            </select>
          )}
          <SearchBox
            initial={paging.search}
            rest={onServer ? TYPING_REST : 0}
            rows={count}
            onSearch={paging.onSearch}
          />
        </search>
      )}
      <TableGrid
        table={shown}
        label={tableMode(form) === 'raw' ? 'Records' : 'Table'}
        theme={theme}
        sort={paging.sort}
        onSort={paging.onSort}
        movable={Boolean(form.allow_rearrange_columns) && !table.headers}
        onFilter={props.onDashboard ? pressed(props) : undefined}
        onPoint={props.onPoint}
        pointAt={pointAt}
        selected={selected}
        markup={Boolean(form.allow_render_html)}
      />
      {paging.pageSize > 0 && (
        <Pager
          page={page}
          pageSize={paging.pageSize}
          rows={count}
          sizes={[...new Set([...PAGE_SIZES, paging.pageSize])].toSorted((a, b) => a - b)}
          onPage={paging.onPage}
          onSize={paging.onSize}
        />
      )}
    </div>
  );
}

/** A cell that already filters lets go when pressed again. */
function pressed({ selected, onCrossFilter }: ViewProps): TableGridProps['onFilter'] {
  return (filter, point) => onCrossFilter(selected?.includes(filter.key) ? undefined : filter, point);
}

function themeStyle(theme: DrawTheme): CSSProperties & Record<`--${string}`, string> {
  return {
    '--view-text': theme.colorText,
    '--view-faint': theme.colorTextSecondary,
    '--view-border': theme.colorBorder,
    '--view-surface': theme.colorBackground,
    '--view-accent': theme.colorPrimary,
    fontFamily: theme.fontFamily,
  };
}

interface Paging {
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

/** Pages, order and search of rows that are all here. */
function useOwnPaging(length: number): Paging {
  const [page, setPage] = useState(0);
  const [pageSize, setPageSize] = useState(length);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<GridSort>();
  useEffect(() => setPageSize(length), [length]);
  return {
    page,
    pageSize,
    search,
    searchColumn: undefined,
    sort,
    onPage: setPage,
    onSize: (size) => {
      setPageSize(size);
      setPage(0);
    },
    onSearch: (text) => {
      setSearch(text);
      setPage(0);
    },
    onSearchColumn: () => setPage(0),
    onSort: (key) => setSort((old) => nextSort(old, key)),
  };
}

interface ServerPaging {
  ownState: OwnState;
  setOwnState: (next: OwnState) => void;
  /** Rows per page until the reader chooses. */
  size: number;
  columnsSearched: readonly string[];
}

/** Pages, order and search that the server answers: kept as the chart's own state, each change asks anew. */
function useServerPaging({ ownState, setOwnState, size, columnsSearched }: ServerPaging): Paging {
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
      placeholder={`Search ${rows.toLocaleString('en-US')} records`}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
