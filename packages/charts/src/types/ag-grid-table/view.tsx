import {
  type CellClickedEvent,
  type CellContextMenuEvent,
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  type FilterChangedEvent,
  GridStateModule,
  type ICellRendererParams,
  NumberFilterModule,
  PaginationModule,
  PinnedRowModule,
  QuickFilterModule,
  type SortChangedEvent,
  TextFilterModule,
  type Theme,
  TooltipModule,
  themeQuartz,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useMemo, useState } from 'react';
import type { DrawTheme, OwnState, TableModelCell, ViewProps } from '../../chart-type.ts';
import { fillDefaults } from '../../controls/panel.ts';
import { membersOf, numberOf } from '../../question/read-form.ts';
import { hasMarkup, SafeMarkup } from '../../view/safe-markup.tsx';
import { draw } from '../table/draw.ts';
import { Pager } from '../table/pager.tsx';
import { cellPoint } from '../table/point.ts';
import { searchableColumns } from '../table/question.ts';
import { pageLength } from '../table/row-order.ts';
import { serverPageSize, tableState } from '../table/settings.ts';
import { pageSizes, SearchTools, TYPING_REST, useServerPaging, viewStyle } from '../table/table-tools.tsx';
import styles from './ag-grid-view.module.css';
import { columnFilters } from './column-filters.ts';
import { controls } from './controls.ts';
import { type GridLine, gridColumns, type MarkCell, serverColumns } from './grid-columns.ts';

const MODULES = [
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  GridStateModule,
  NumberFilterModule,
  PaginationModule,
  PinnedRowModule,
  QuickFilterModule,
  TextFilterModule,
  TooltipModule,
];

/** The table in a grid of AG Grid: its columns are moved, sized, sorted and filtered, here or by the server. */
export function AgGridView(props: ViewProps) {
  const { results, datasource, width, height, theme, selected, ownState, onDashboard } = props;
  const form = useMemo(() => fillDefaults(controls, props.form), [props.form]);
  const table = useMemo(
    () => draw({ form, results, datasource, width, height, theme, selected }).table,
    [form, results, datasource, width, height, theme, selected],
  );
  const onServer = Boolean(form.server_pagination);
  const columnsSearched = onServer ? searchableColumns(form) : [];
  const paging = useServerPaging({
    ownState,
    setOwnState: props.setOwnState,
    size: serverPageSize(form),
    columnsSearched,
  });
  const [search, setSearch] = useState('');
  const { sort } = paging;
  const columns = useMemo(() => {
    const mark: MarkCell = ({ crossFilter: filter }) => {
      if (!filter || !onDashboard) return {};
      const isChosen = selected?.includes(filter.key) ?? false;
      return { cursor: 'pointer', ...(isChosen ? { color: theme.colorPrimary, fontWeight: '600' } : {}) };
    };
    const server = onServer ? { sort, ...serverColumns(form, results[0]) } : undefined;
    return gridColumns(table, server, mark);
  }, [table, onServer, sort, form, results, onDashboard, selected, theme]);
  const lines = useMemo(() => table.rows.map((cells): GridLine => ({ cells })), [table]);
  const totals = useMemo(() => (table.totals ? [{ cells: table.totals }] : []), [table]);
  const look = useMemo(() => gridLook(theme), [theme]);
  const [initialState] = useState(() => ({ filter: { filterModel: membersOf(ownState.filterModel) } }));
  const length = pageLength(numberOf(form.page_length), lines.length, table.columns.length);
  /** A cell that already filters lets go when pressed again. */
  const press = (event: CellClickedEvent<GridLine>) => {
    const cell = pressedCell(event, table.columns);
    const filter = cell?.crossFilter;
    if (!onDashboard || !cell || !filter || !event.data) return;
    const point = cellPoint(form, results[0], table, cell, event.data.cells);
    props.onCrossFilter(selected?.includes(filter.key) ? undefined : filter, point);
  };
  const change = (next: OwnState) => props.setOwnState({ ...ownState, currentPage: 0, ...next });
  return (
    <div className={styles.view} style={viewStyle(theme)}>
      {form.include_search === true && (
        <SearchTools
          paging={onServer ? paging : { ...paging, search, onSearch: setSearch }}
          columns={columnsSearched}
          names={datasource.verbose_map}
          rest={onServer ? TYPING_REST : 0}
          rows={onServer ? table.rowCount : lines.length}
        />
      )}
      <div className={styles.grid}>
        <AgGridReact<GridLine>
          key={`${onServer ? 'server' : 'here'} ${length}`}
          modules={MODULES}
          theme={look}
          styleNonce={document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce}
          columnDefs={columns}
          defaultColDef={CELL}
          rowData={lines}
          pinnedBottomRowData={totals}
          initialState={initialState}
          quickFilterText={onServer ? '' : search}
          pagination={!onServer && length > 0}
          paginationPageSize={length || 100}
          paginationPageSizeSelector={pageSizes(length || 100)}
          enableCellTextSelection
          ensureDomOrder
          animateRows={false}
          suppressDragLeaveHidesColumns
          tooltipShowDelay={500}
          onSortChanged={(event) => onServer && event.source === 'uiColumnSorted' && change(sortOf(event))}
          onFilterChanged={(event) => onServer && event.source === 'columnFilter' && change(filtersOf(event))}
          onCellClicked={press}
          onCellContextMenu={(event) => {
            const cell = pressedCell(event, table.columns);
            props.onPoint?.(
              cell && !event.rowPinned && event.data
                ? cellPoint(form, results[0], table, cell, event.data.cells)
                : undefined,
            );
          }}
        />
      </div>
      {onServer && (
        <Pager
          page={tableState(ownState).page}
          pageSize={paging.pageSize}
          rows={table.rowCount}
          sizes={pageSizes(paging.pageSize)}
          onPage={paging.onPage}
          onSize={paging.onSize}
        />
      )}
    </div>
  );
}

const CELL = { resizable: true, cellRenderer: CellText };

/** The text of a cell; markup in it as far as it does no harm. */
function CellText({ value, valueFormatted }: ICellRendererParams<GridLine>) {
  const text = valueFormatted ?? '';
  // What is written for a missing value looks like markup, too.
  return value !== null && hasMarkup(text) ? <SafeMarkup text={text} /> : text;
}

function pressedCell(
  { column, data }: CellClickedEvent<GridLine> | CellContextMenuEvent<GridLine>,
  columns: readonly { key: string }[],
): TableModelCell | undefined {
  const at = columns.findIndex(({ key }) => key === column.getColId());
  return data?.cells[at];
}

/** The order that a click on a heading asks for, as the state of the chart keeps it. */
function sortOf({ api }: SortChangedEvent<GridLine>): OwnState {
  const sorted = api.getColumnState().find(({ sort }) => sort);
  return { sortBy: sorted ? [{ key: sorted.colId, desc: sorted.sort === 'desc' }] : [] };
}

/** The conditions of columns, as the question asks them and as the grid shows them. */
function filtersOf({ api }: FilterChangedEvent<GridLine>): OwnState {
  const filterModel = api.getFilterModel();
  return { filterModel, filters: columnFilters(filterModel) };
}

function gridLook(theme: DrawTheme): Theme {
  return themeQuartz.withParams({
    browserColorScheme: theme.dark ? 'dark' : 'light',
    fontFamily: theme.fontFamily,
    fontSize: 13,
    spacing: 5,
    rowHeight: 29,
    headerHeight: 32,
    backgroundColor: theme.colorBackground,
    foregroundColor: theme.colorText,
    textColor: theme.colorText,
    headerTextColor: theme.colorText,
    headerBackgroundColor: theme.colorBackground,
    borderColor: theme.colorSplit,
    accentColor: theme.colorPrimary,
    wrapperBorder: false,
    wrapperBorderRadius: 0,
  });
}
