import { type AGGREGATES, type ChartFormData, GenericType, type ResultColumn } from '@chartroom/model';

/** Charts that a result is drawn as without leaving it. */
export const QUICK_TYPES = {
  bar: 'Bar',
  line: 'Line',
  area: 'Area',
  scatter: 'Scatter',
  pie: 'Pie',
  number: 'Big number',
} as const;
export type QuickType = keyof typeof QUICK_TYPES;

const VIZ_TYPES: Readonly<Record<QuickType, string>> = {
  bar: 'echarts_timeseries_bar',
  line: 'echarts_timeseries_line',
  area: 'echarts_area',
  scatter: 'echarts_timeseries_scatter',
  pie: 'pie',
  number: 'big_number_total',
};

/** What somebody has chosen for the chart of a result. */
export interface QuickChoice {
  type: QuickType;
  /** The column along the axis, or that parts the pie. */
  x: string | undefined;
  /** The column that is summed up; undefined = the rows are counted. */
  y: string | undefined;
  aggregate: (typeof AGGREGATES)[number];
  /** The column whose values are drawn apart. */
  series: string | undefined;
}

/** Names of columns that number things rather than measure them. */
const NUMBERING = /(^|_)(id|key|code|year|month|day|zip|no|nr)$/i;

/** A choice that fits the columns: along time where there is any, of a number that measures. */
export function usualChoice(columns: readonly ResultColumn[]): QuickChoice {
  const isNumber = ({ type_generic }: ResultColumn) => type_generic === GenericType.NUMERIC;
  const time = columns.find(({ is_dttm }) => is_dttm);
  const word = columns.find((column) => !isNumber(column) && !column.is_dttm);
  const numbers = columns.filter(isNumber);
  const measures = numbers.filter(({ column_name }) => !NUMBERING.test(column_name));
  const x = time ?? word ?? numbers.find((column) => !measures.includes(column)) ?? numbers[0];
  const y = measures.find((column) => column !== x) ?? numbers.find((column) => column !== x);
  return {
    type: time || (x && isNumber(x)) ? 'line' : 'bar',
    x: x?.column_name,
    y: y?.column_name,
    aggregate: 'SUM',
    series: undefined,
  };
}

/** Whether the chart has an axis. */
export function hasAxis(type: QuickType): boolean {
  return type !== 'pie' && type !== 'number';
}

/** Groups of a pie beyond which no slice is seen, and rows of the others. */
const MOST_SLICES = 100;
const MOST_ROWS = 10_000;

/** The form data of the chart: what Explore opens with. Undefined while a column is missing. */
export function quickForm(
  queryId: number,
  { type, x, y, aggregate, series }: QuickChoice,
  columns: readonly ResultColumn[],
): ChartFormData | undefined {
  const form = { datasource: `${queryId}__query`, viz_type: VIZ_TYPES[type], time_range: 'No filter' };
  const metric = metricOf(columns, y, aggregate);
  if (type === 'number') return { ...form, metric };
  if (x === undefined) return undefined;
  if (type === 'pie')
    return { ...form, groupby: [x], metric, row_limit: MOST_SLICES, sort_by_metric: true, show_legend: true };
  return {
    ...form,
    x_axis: x,
    metrics: [metric],
    groupby: series === undefined || series === x ? [] : [series],
    row_limit: MOST_ROWS,
    x_axis_sort_asc: true,
    show_legend: series !== undefined,
    rich_tooltip: true,
    ...(type === 'scatter' && { markerEnabled: true, markerSize: 6 }),
  };
}

function metricOf(
  columns: readonly ResultColumn[],
  y: string | undefined,
  aggregate: QuickChoice['aggregate'],
) {
  const column = columns.find(({ column_name }) => column_name === y);
  if (!column)
    return { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'COUNT(*)', hasCustomLabel: false };
  const { column_name, type } = column;
  return {
    expressionType: 'SIMPLE',
    column: { column_name, type },
    aggregate,
    label: `${aggregate}(${column_name})`,
    hasCustomLabel: false,
  };
}
