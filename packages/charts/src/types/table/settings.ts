import {
  type ChartFormData,
  columnLabel,
  type MetricRef,
  metricLabel,
  type QueryFilter,
} from '@chartroom/model';
import { type Currency, currencyOf } from '../../format/currency.ts';
import {
  columnsOf,
  listed,
  membersOf,
  metricsOf,
  numberOf,
  textOf,
  textsOf,
  uniqueBy,
} from '../../question/read-form.ts';

export type TableMode = 'aggregate' | 'raw';

/** How a table shows one of its columns, as its owner set it. */
export interface ColumnConfig {
  width: number | undefined;
  align: 'left' | 'right' | 'center' | undefined;
  truncate: boolean;
  cellBars: boolean | undefined;
  alignSigns: boolean | undefined;
  colorSigns: boolean | undefined;
  numberFormat: string | undefined;
  smallNumberFormat: string | undefined;
  currency: Currency | undefined;
  timeFormat: string | undefined;
  visible: boolean;
  label: string | undefined;
}

/** Rows of the answer as they are, or groups of them: the explicit choice, else by what is filled in. */
export function tableMode(form: ChartFormData): TableMode {
  if (form.query_mode === 'aggregate' || form.query_mode === 'raw') return form.query_mode;
  return columnsOf(form.all_columns).length > 0 ? 'raw' : 'aggregate';
}

/** Times that the values are compared with: a list of at most one, or what the dashboard asks for. */
export function comparedTimes(form: ChartFormData): string[] {
  const fromDashboard = textsOf(form.extra_form_data?.time_compare);
  if (fromDashboard.length > 0) return fromDashboard;
  const start = textOf(form.start_date_offset);
  return textsOf(form.time_compare).flatMap((shift) => {
    if (shift !== 'custom') return [shift];
    return start === undefined ? [] : [start];
  });
}

/** Metrics shown as shares of their column. */
export function percentMetrics(form: ChartFormData): MetricRef[] {
  return tableMode(form) === 'raw' ? [] : uniqueBy(metricsOf(form.percent_metrics), metricLabel);
}

/** Name of the column with the shares of a metric. */
export function percentColumn(metric: string): string {
  return `%${metric}`;
}

/** Name of the column with a metric at another time. */
export function shiftedColumn(metric: string, offset: string): string {
  return `${metric}__${offset}`;
}

/** Dimensions of an aggregating table, by column of the answer. */
export function dimensionLabels(form: ChartFormData): string[] {
  return columnsOf(form.groupby).map(columnLabel);
}

/** Rows per page when the server pages. */
export function serverPageSize(form: ChartFormData): number {
  return numberOf(form.server_page_length) ?? 10;
}

/** The settings of a column; those of a compared metric are kept under `Main m`, `# m`, `△ m` and `% m`. */
export function columnConfig(form: ChartFormData, key: string): ColumnConfig {
  const config = membersOf(membersOf(form.column_config)[key]);
  const align = textOf(config.horizontalAlign);
  const digits = numberOf(config.fractionDigits);
  return {
    width: numberOf(config.columnWidth),
    align: align === 'left' || align === 'right' || align === 'center' ? align : undefined,
    truncate: config.truncateLongCells === true,
    cellBars: flag(config.showCellBars),
    alignSigns: flag(config.alignPositiveNegative),
    colorSigns: flag(config.colorPositiveNegative),
    numberFormat: textOf(config.d3NumberFormat) ?? (digits === undefined ? undefined : `,.${digits}f`),
    smallNumberFormat: textOf(config.d3SmallNumberFormat),
    currency: currencyOf(config.currencyFormat),
    timeFormat: textOf(config.d3TimeFormat),
    visible: config.visible !== false,
    label: textOf(config.customColumnName),
  };
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** What a table remembers between its requests; anything else in it is ignored. */
export interface TableState {
  page: number;
  pageSize: number | undefined;
  sortBy: { key: string; desc: boolean }[];
  searchText: string;
  searchColumn: string | undefined;
  /** Conditions that a reader has set on columns. */
  filters: QueryFilter[];
}

/** Reads the state of a table (contract, table: server pagination). */
export function tableState(state: Readonly<Record<string, unknown>> | undefined): TableState {
  return {
    page: numberOf(state?.currentPage) ?? 0,
    pageSize: numberOf(state?.pageSize),
    sortBy: listed(state?.sortBy).flatMap((each) => {
      const { key, desc } = membersOf(each);
      return typeof key === 'string' && key !== '' ? [{ key, desc: Boolean(desc) }] : [];
    }),
    searchText: textOf(state?.searchText) ?? '',
    searchColumn: textOf(state?.searchColumn),
    filters: listed(state?.filters).flatMap(filterOf),
  };
}

/** Operators that a reader may set on a column. */
const OPERATORS: ReadonlySet<string> = new Set([
  '==',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  'ILIKE',
  'NOT LIKE',
  'IS NULL',
  'IS NOT NULL',
]);

function filterOf(value: unknown): QueryFilter[] {
  const { col, op, val } = membersOf(value);
  if (typeof col !== 'string' || typeof op !== 'string' || !OPERATORS.has(op)) return [];
  return [{ col, op, ...(typeof val === 'string' || typeof val === 'number' ? { val } : {}) }];
}
