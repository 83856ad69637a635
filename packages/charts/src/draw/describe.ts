import {
  type ChartDataResult,
  columnLabel,
  type DataRow,
  GenericType,
  grouped,
  type MetricRef,
  metricLabel,
  ownMember,
  type QueryObject,
} from '@chartroom/model';
import type { ChartType, DrawInput } from '../chart-type.ts';
import { numberFormatter } from '../format/number.ts';
import { timeFormatter } from '../format/time.ts';
import { textOf } from '../question/read-form.ts';
import { measureOf } from './measure.ts';
import { columnTypes, dimensionText, finiteOf, listedNames } from './row-names.ts';

/** Metrics whose ends are told; of more of them only the number. */
const MOST_METRICS = 3;

/** How a step of time is called, and how its moments are told. */
const GRAINS: Readonly<Record<string, readonly [word: string, pattern: string]>> = {
  P1Y: ['year', '%Y'],
  P3M: ['quarter', 'Q%q %Y'],
  'P0.25Y': ['quarter', 'Q%q %Y'],
  P1M: ['month', '%B %Y'],
  P1W: ['week', '%-d %B %Y'],
  '1969-12-28T00:00:00Z/P1W': ['week', '%-d %B %Y'],
  '1969-12-29T00:00:00Z/P1W': ['week', '%-d %B %Y'],
  P1D: ['day', '%-d %B %Y'],
  PT1H: ['hour', '%-d %B %Y, %H:%M'],
  PT1M: ['minute', '%-d %B %Y, %H:%M'],
  PT1S: ['second', '%-d %B %Y, %H:%M:%S'],
};
const MOMENT = '%-d %B %Y, %H:%M';
const DAY = '%-d %B %Y';
const DAY_LENGTH = 24 * 60 * 60 * 1000;
/** Numbers as programs write them: places on the earth, edges of bins. */
const LONG_NUMBER = /-?\d+\.\d{3,}/g;

type Described = Pick<DrawInput, 'form' | 'results' | 'datasource' | 'parts'>;

/** The columns that one metric has in an answer: one, or one for each series. */
interface Amounts {
  /** Undefined where the amounts are none of a metric, as those of a histogram. */
  metric: MetricRef | undefined;
  columns: string[];
}

/**
 * What a chart shows, in one sentence: its type, metrics, dimensions and series, the time it is about, its greatest and
 * its smallest values. For whoever does not see the picture.
 */
export function describeChart(type: Pick<ChartType, 'name' | 'question'>, input: Described): string {
  const { form, results, parts } = input;
  if (parts)
    return `${type.name} of ${counted(parts.length, 'chart')}: ${listedNames(parts.map(({ name }) => name))}`;
  if (results.every(({ data }) => data.length === 0)) return `${type.name} without rows`;
  const told = new Set<string>();
  const clauses = type.question(form, {}).queries.flatMap((query, at) => {
    const result = results[at];
    const metrics = query.metrics ?? [];
    // Further questions about the same are totals, and numbers of rows.
    const isNew = at === 0 || metrics.some((metric) => !told.has(metricLabel(metric)));
    for (const metric of metrics) told.add(metricLabel(metric));
    return result && isNew && result.data.length > 0 ? [clause(input, query, result)] : [];
  });
  return `${type.name} of ${clauses.join('; and ')}`;
}

/** An answer, and what of it is told. */
interface Told {
  input: Described;
  result: ChartDataResult;
  /** Columns that are neither amounts nor the axis. */
  dimensions: readonly string[];
  axis: Axis | undefined;
}

/** One answer: what of, by what, how much, from when to when, between which ends. */
function clause(input: Described, query: QueryObject, result: ChartDataResult): string {
  const nameOf = (column: string) => ownMember(input.datasource.verbose_map, column) ?? column;
  const asked = [...(query.columns ?? []), ...(query.groupby ?? [])].map(columnLabel);
  const amounts = amountsOf(query.metrics ?? [], asked, result);
  const rows = result.data.length;
  if (amounts.length === 0) return `${counted(rows, 'row')}: ${listedNames(result.colnames.map(nameOf))}`;
  const metrics = amounts.flatMap(({ metric }) =>
    metric === undefined ? [] : [nameOf(metricLabel(metric))],
  );
  const axis = axisOf(input, result);
  const others = asked.filter((name) => name !== axis?.column);
  const what = byWhat(listedNames(metrics) || 'numbers', [
    ...(axis ? [axis.name] : []),
    ...others.map(nameOf),
  ]);
  const size = sizeOf(rows, amounts);
  const told = { input, result, axis, dimensions: others.filter((name) => result.colnames.includes(name)) };
  return [
    [what, size, axis?.range].filter((fact) => fact !== undefined).join(', '),
    ...amounts.slice(0, MOST_METRICS).flatMap((each) => endsOf(told, each, amounts.length > 1)),
  ].join(size === undefined ? ': ' : '; ');
}

function byWhat(what: string, dimensions: readonly string[]): string {
  if (dimensions.length === 0) return what;
  return `${what} by ${dimensions.join(dimensions.length === 2 ? ' and ' : ', ')}`;
}

/** How many series there are where each has a column, else how many values; nothing of a single one. */
function sizeOf(rows: number, amounts: readonly Amounts[]): string | undefined {
  const columns = amounts.reduce((sum, each) => sum + each.columns.length, 0);
  if (rows === 1 && columns === 1) return undefined;
  if (amounts.some(({ metric }) => metric === undefined)) return counted(rows * columns, 'value');
  const isSeries = columns > amounts.length && !amounts.some(isStatistics);
  return isSeries ? `${grouped(columns)} series` : counted(rows, 'value');
}

/** Whether columns hold what the server has made of a metric, as its quartiles. */
function isStatistics({ metric, columns }: Amounts): boolean {
  return metric !== undefined && columns.every((name) => name.startsWith(`${metricLabel(metric)}__`));
}

function counted(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** The columns of an answer that hold amounts, by their metric. */
function amountsOf(
  metrics: readonly MetricRef[],
  asked: readonly string[],
  result: ChartDataResult,
): Amounts[] {
  const types = columnTypes(result);
  const dimensions = new Set(asked);
  const numbers = result.colnames.filter(
    (name) => !dimensions.has(name) && types.get(name) === GenericType.NUMERIC,
  );
  const plain = metrics.filter((metric) => types.has(metricLabel(metric)));
  if (plain.length > 0) return plain.map((metric) => ({ metric, columns: [metricLabel(metric)] }));
  if (numbers.length === 0) return [];
  const [first] = metrics;
  const found = metrics.flatMap((metric): Amounts[] => {
    const label = metricLabel(metric);
    // Quartiles have the metric before their names; how many there are is no amount of it.
    const columns = numbers.filter(
      (name) =>
        result.label_map[name]?.[0] === label ||
        (name.startsWith(`${label}__`) && name !== `${label}__count`),
    );
    return columns.length > 0 ? [{ metric, columns }] : [];
  });
  return found.length > 0 ? found : [{ metric: metrics.length === 1 ? first : undefined, columns: numbers }];
}

interface Axis {
  column: string;
  /** What the axis is by: the step of time, or its column. */
  name: string;
  write: (value: unknown) => string;
  range: string | undefined;
}

/** The moments along which an answer goes. */
function axisOf({ form, datasource }: Described, result: ChartDataResult): Axis | undefined {
  const at = result.coltypes.indexOf(GenericType.TEMPORAL);
  const column = result.colnames[at];
  if (column === undefined) return undefined;
  const moments = result.data.flatMap((row) => momentOf(row[column]) ?? []);
  const grain = ownMember(GRAINS, textOf(form.time_grain_sqla) ?? '');
  const isDays = moments.every((moment) => moment % DAY_LENGTH === 0);
  const format = timeFormatter(grain?.[1] ?? (isDays ? DAY : MOMENT));
  const source = column === '__timestamp' ? (textOf(form.granularity_sqla) ?? 'time') : column;
  const from = format(moments.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY));
  const to = format(moments.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY));
  return {
    column,
    name: grain?.[0] ?? datasource.verbose_map[source] ?? source,
    write: (value) => format(momentOf(value)),
    range: moments.length > 1 && from !== to ? `${from} to ${to}` : undefined,
  };
}

function momentOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const moment = new Date(value).getTime();
  return Number.isNaN(moment) ? undefined : moment;
}

/** A value, and where in its answer it stands. */
interface End {
  value: number;
  column: string;
  row: DataRow;
}

/** The greatest and the smallest value of a metric, and what they belong to. */
function endsOf(
  { input, result, dimensions, axis }: Told,
  { metric, columns }: Amounts,
  isNamed: boolean,
): string[] {
  const { highest, lowest } = endsIn(result.data, columns);
  if (!highest || !lowest) return [];
  const { name, format } = measureOf(input, metric);
  const types = columnTypes(result);
  const placeOf = ({ row, column }: End) => [
    ...(columns.length > 1 ? [seriesName(column, metric, result)] : []),
    ...dimensions.map((each) =>
      axis && types.get(each) === GenericType.TEMPORAL
        ? axis.write(row[each])
        : dimensionText(row[each], types.get(each)),
    ),
    ...(axis ? [axis.write(row[axis.column])] : []),
  ];
  const write = (end: End) => {
    const place = placeOf(end);
    return place.length > 0 ? `${format(end.value)} (${place.map(shorter).join(', ')})` : format(end.value);
  };
  const before = isNamed ? `${name}: ` : '';
  if (highest.value === lowest.value) return [`${before}${write(highest)}`];
  return [`${before}highest ${write(highest)}, lowest ${write(lowest)}`];
}

function endsIn(rows: readonly DataRow[], columns: readonly string[]): { highest?: End; lowest?: End } {
  let highest: End | undefined;
  let lowest: End | undefined;
  for (const row of rows)
    for (const column of columns) {
      const value = finiteOf(row[column]);
      if (value === null) continue;
      if (!highest || value > highest.value) highest = { value, column, row };
      if (!lowest || value < lowest.value) lowest = { value, column, row };
    }
  return { ...(highest && { highest }), ...(lowest && { lowest }) };
}

/** What a series is called: the values of its dimensions, or what the server has made of its metric. */
function seriesName(column: string, metric: MetricRef | undefined, { label_map }: ChartDataResult): string {
  const label = metric === undefined ? '' : metricLabel(metric);
  const parts = (label_map[column] ?? [column]).filter((part) => part !== label);
  const name = parts.length > 0 ? parts.join(', ') : column;
  return label !== '' && name.startsWith(`${label}__`) ? name.slice(label.length + 2) : name;
}

/** A name without the many digits of numbers in it. */
function shorter(name: string): string {
  return name.replace(LONG_NUMBER, (number) => numberFormatter()(Number(number)));
}
