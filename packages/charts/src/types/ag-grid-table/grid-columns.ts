import {
  type ChartDataResult,
  type ChartFormData,
  columnLabel,
  GenericType,
  metricLabel,
} from '@chartroom/model';
import type { ColDef, ColGroupDef } from 'ag-grid-community';
import type { TableModel, TableModelCell, TableModelColumn } from '../../chart-type.ts';
import { tableColumnWidths } from '../../draw/column-widths.ts';
import { amountOf, columnTypes } from '../../draw/row-names.ts';
import { compareNames } from '../../format/collated.ts';
import { columnsOf, metricsOf } from '../../question/read-form.ts';
import { tableMode } from '../table/settings.ts';

/** A row of the grid: its cells in the order of the table's columns. */
export interface GridLine {
  cells: readonly TableModelCell[];
}

/** What the grid asks the server for by itself. */
export interface ServerSide {
  /** The column whose order was clicked. */
  sort: { key: string; desc: boolean } | undefined;
  /** Columns that the server can order and filter by. */
  sortable: ReadonlySet<string>;
  filterable: ReadonlySet<string>;
}

/** Kinds of columns for which the grid has conditions that the server knows, too. */
const FILTERED: ReadonlySet<GenericType> = new Set([GenericType.STRING, GenericType.NUMERIC]);

/** Columns that the server can order by, and those that it can filter by: what is summed up is filtered after all else. */
export function serverColumns(
  form: ChartFormData,
  result: Pick<ChartDataResult, 'colnames' | 'coltypes'> = { colnames: [], coltypes: [] },
): Pick<ServerSide, 'sortable' | 'filterable'> {
  const types = columnTypes(result);
  const isFiltered = (name: string) => FILTERED.has(types.get(name) ?? GenericType.TEMPORAL);
  const isRaw = tableMode(form) === 'raw';
  const columns = columnsOf(isRaw ? form.all_columns : form.groupby);
  const metrics = isRaw ? [] : metricsOf(form.metrics);
  return {
    sortable: new Set([...columns.map(columnLabel), ...metrics.map(metricLabel)]),
    filterable: new Set(columns.filter((column) => typeof column === 'string').filter(isFiltered)),
  };
}

/** How a cell looks that can be pressed. */
export type MarkCell = (cell: TableModelCell) => Record<string, string>;

/** The columns of a table for the grid, those of a compared metric below their heading. */
export function gridColumns(
  table: TableModel,
  server: ServerSide | undefined,
  mark: MarkCell = () => ({}),
): (ColDef<GridLine> | ColGroupDef<GridLine>)[] {
  const widths = tableColumnWidths(table);
  const columns = table.columns.map((column, index) =>
    gridColumn({ column, index, measured: widths[index] ?? 0, server, mark }),
  );
  const [headings] = table.headers ?? [];
  if (!headings) return columns;
  let at = 0;
  return headings.flatMap(({ text, span }): (ColDef<GridLine> | ColGroupDef<GridLine>)[] => {
    const children = columns.slice(at, at + span);
    at += span;
    return text === '' ? children : [{ headerName: text, children }];
  });
}

interface ColumnRequest {
  column: TableModelColumn;
  index: number;
  /** Pixels that its texts take. */
  measured: number;
  server: ServerSide | undefined;
  mark: MarkCell;
}

function gridColumn({ column, index, measured, server, mark }: ColumnRequest): ColDef<GridLine> {
  const { key, label, align, numeric, description, width } = column;
  const isFiltered = !server || server.filterable.has(key);
  const direction = server?.sort?.desc ? 'desc' : 'asc';
  return {
    colId: key,
    headerName: label,
    ...(description === undefined ? {} : { headerTooltip: description }),
    // Columns share the room that is left, as far as nobody has set their width.
    ...(width === undefined ? { flex: measured, minWidth: measured } : { width }),
    ...(align === 'right' ? { type: 'rightAligned' } : {}),
    valueGetter: ({ data }) => gridValue(data?.cells[index], numeric),
    filterValueGetter: ({ data }) =>
      numeric ? gridValue(data?.cells[index], true) : data?.cells[index]?.text,
    valueFormatter: ({ data }) => data?.cells[index]?.text ?? '',
    getQuickFilterText: ({ data }) => data.cells[index]?.text ?? '',
    sortable: !server || server.sortable.has(key),
    filter: isFiltered && (numeric ? 'agNumberColumnFilter' : 'agTextColumnFilter'),
    filterParams: { maxNumConditions: 1, buttons: ['apply', 'reset'], closeOnApply: true },
    cellStyle: ({ data }) => cellLook(data?.cells[index], align, mark),
    ...(server
      ? { sort: server.sort?.key === key ? direction : null, comparator: () => 0 }
      : { comparator: compared }),
  };
}

/** Numbers of many digits come as text. */
function gridValue(cell: TableModelCell | undefined, numeric: boolean): unknown {
  return numeric ? amountOf(cell?.value) : cell?.value;
}

function compared(one: unknown, other: unknown): number {
  const [left, right] = [one ?? null, other ?? null];
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return compareNames(String(left), String(right));
}

/** Colour, weight and bar of a cell. */
function cellLook(
  cell: TableModelCell | undefined,
  align: TableModelColumn['align'],
  mark: MarkCell,
): Record<string, string> {
  if (!cell) return {};
  const look: Record<string, string> = { textAlign: align };
  if (cell.color !== undefined) look.color = cell.color;
  if (cell.background !== undefined) look.backgroundColor = cell.background;
  if (cell.bold) look.fontWeight = '600';
  if (cell.bar) look.backgroundImage = barImage(cell.bar);
  return { ...look, ...mark(cell) };
}

function barImage({ from, width, color }: NonNullable<TableModelCell['bar']>): string {
  const [begin, end] = [from, from + width].map((share) => `${Math.round(share * 10_000) / 100}%`);
  return `linear-gradient(to right, transparent ${begin}, ${color} ${begin}, ${color} ${end}, transparent ${end})`;
}
