import { type GridSort, nextSort } from '@chartroom/ui';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { TableModelCell, ViewProps } from '../../chart-type.ts';
import { fillDefaults } from '../../controls/panel.ts';
import { numberOf } from '../../question/read-form.ts';
import { TableGrid, type TableGridProps } from '../../view/table-grid.tsx';
import { controls } from './controls.ts';
import { draw } from './draw.ts';
import { Pager } from './pager.tsx';
import { cellPoint } from './point.ts';
import { searchableColumns } from './question.ts';
import { arrangedRows, pageLength } from './row-order.ts';
import { serverPageSize, tableMode } from './settings.ts';
import {
  type Paging,
  pageSizes,
  SearchTools,
  TYPING_REST,
  useServerPaging,
  viewStyle,
} from './table-tools.tsx';
import styles from './table-view.module.css';

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
    <div className={styles.view} style={viewStyle(theme)}>
      {form.include_search === true && (
        <SearchTools
          paging={paging}
          columns={columnsSearched}
          names={datasource.verbose_map}
          rest={onServer ? TYPING_REST : 0}
          rows={count}
        />
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
          sizes={pageSizes(paging.pageSize)}
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
