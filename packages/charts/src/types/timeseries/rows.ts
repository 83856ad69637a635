import type { ChartDataResult, DataRow } from '@chartroom/model';
import { amountOf } from '../../draw/row-names.ts';
import { compareNames } from '../../format/collated.ts';
import type { Settings } from './settings.ts';

/** What a column of the answer says of its series: measured, continued, or a bound of the continuation. */
export type Part = 'observed' | 'trend' | 'lower' | 'upper';

/** One column of the answer as a series. */
export interface DataSeries {
  /** Column of the answer. */
  column: string;
  /** Name shown. */
  name: string;
  /** The series that a forecast belongs to; itself when it is none. */
  base: string;
  part: Part;
  values: (number | null)[];
}

export interface DataTable {
  /** Values along the axis, in drawing order. */
  axis: DataRow[string][];
  series: DataSeries[];
  /** Sum of all measured series per axis value. */
  totals: number[];
  /** The smallest value above zero. */
  minPositive: number | undefined;
}

const FORECAST = /^(.*)__yhat(_lower|_upper)?$/s;
/** What is added to the name of a series for the parts of its forecast, as they are drawn: a band stands on its lower bound. */
const FORECAST_ENDS = ['__yhat_lower', '__yhat_upper', '__yhat'];

/** Reads, orders and fills the series of an answer (contract, time-series family: drawing). */
export function tableOf(
  settings: Settings,
  result: ChartDataResult | undefined,
  verbose: Readonly<Record<string, string>>,
): DataTable {
  const columns = (result?.colnames ?? []).filter(
    (name) => name !== settings.axis && !settings.hidden.has(name),
  );
  const given = new Set(columns);
  const measured = columns.filter((column) => !forecastOf(column, given));
  const rows = orderedRows(settings, result?.data ?? [], measured);
  if (rows.length === 0) return { axis: [], series: [], totals: [], minPositive: undefined };
  const sums = (of: readonly string[]) =>
    rows.map((row) => of.reduce((sum, column) => sum + (amountOf(row[column]) ?? 0), 0));
  const totals = sums(measured);
  const trendTotals = sums(columns.filter((column) => forecastOf(column, given)?.end === ''));
  const series = orderedColumns(settings, rows, measured)
    .flatMap((column) => [...FORECAST_ENDS.map((end) => column + end), column])
    .filter((column) => given.has(column))
    .map((column) => seriesOf({ settings, rows, totals, trendTotals, verbose, given }, column));
  const positive = series.flatMap((each) => each.values).filter((value) => value !== null && value > 0);
  return {
    axis: rows.map((row) => row[settings.axis] ?? null),
    series: series.map((each) => (each.part === 'upper' ? aboveLower(each, series) : each)),
    totals,
    minPositive:
      positive.length === 0
        ? undefined
        : (positive.reduce((least, value) => Math.min(least ?? 0, value ?? 0)) ?? undefined),
  };
}

/** The series that a column continues and the end of its name; undefined where there is no such series. */
function forecastOf(column: string, given: ReadonlySet<string>): { own: string; end: string } | undefined {
  const [, own, end = ''] = FORECAST.exec(column) ?? [];
  return own !== undefined && given.has(own) ? { own, end } : undefined;
}

interface Answer {
  settings: Settings;
  rows: DataRow[];
  totals: number[];
  trendTotals: number[];
  verbose: Readonly<Record<string, string>>;
  /** Its columns of values. */
  given: ReadonlySet<string>;
}

function seriesOf(answer: Answer, column: string): DataSeries {
  const { settings, rows, verbose, given } = answer;
  const forecast = forecastOf(column, given);
  const own = forecast?.own ?? column;
  const base = verbose[own] ?? own;
  const part: Part = forecast ? (BOUNDS[forecast.end] ?? 'trend') : 'observed';
  const totals = part === 'trend' ? answer.trendTotals : answer.totals;
  const isContinued = part === 'observed' && given.has(`${own}__yhat`);
  const raw = rows.map((row) => amountOf(row[column]));
  const values = raw.map((value, index) => {
    // Nothing is measured where only the forecast goes on.
    if (isContinued && value === null) return null;
    if (settings.stack === 'Expand')
      return settings.shares && isShared(settings) ? value : (value ?? 0) / (totals[index] || 1);
    if (settings.stack === 'Stream') return value ?? 0;
    const besideValue = (raw[index - 1] ?? raw[index + 1] ?? null) !== null;
    return value === null && settings.stack && !settings.forecast && besideValue ? 0 : value;
  });
  return { column, name: part === 'observed' ? base : own + column.slice(own.length), base, part, values };
}

/** The server has already made shares of the row's values. */
function isShared({ form }: Settings): boolean {
  return form.contributionMode === 'row';
}

/** The upper bound is drawn as a band on top of the lower one. */
function aboveLower(upper: DataSeries, series: readonly DataSeries[]): DataSeries {
  const lower = series.find((each) => each.base === upper.base && each.part === 'lower');
  const values = upper.values.map((value, index) => {
    const below = lower?.values[index];
    return value === null || below === null || below === undefined ? value : value - below;
  });
  return { ...upper, values };
}

type Ranking = 'name' | 'sum' | 'min' | 'max' | 'avg';

function rankingOf(value: unknown): Ranking | undefined {
  return value === 'name' || value === 'sum' || value === 'min' || value === 'max' || value === 'avg'
    ? value
    : undefined;
}

function orderedColumns({ form }: Settings, rows: readonly DataRow[], columns: readonly string[]): string[] {
  const by = rankingOf(form.sort_series_type) ?? 'sum';
  const direction = form.sort_series_ascending ? 1 : -1;
  if (by === 'name') return columns.toSorted((a, b) => direction * compareNames(a, b));
  const rank = new Map(
    columns.map((column) => [
      column,
      ranked(
        rows.map((row) => amountOf(row[column])),
        by,
      ),
    ]),
  );
  return columns.toSorted((a, b) => direction * ((rank.get(a) ?? 0) - (rank.get(b) ?? 0)));
}

/** Rows are reordered here only when there are several series; else the server has done it. */
function orderedRows(
  { form, axis }: Settings,
  rows: readonly DataRow[],
  columns: readonly string[],
): DataRow[] {
  const by = rankingOf(form.x_axis_sort);
  if (by === undefined || columns.length < 2) return [...rows];
  const direction = (form.x_axis_sort_asc ?? true) ? 1 : -1;
  if (by === 'name') return rows.toSorted((a, b) => direction * compareText(lower(a[axis]), lower(b[axis])));
  const rank = (row: DataRow) =>
    ranked(
      columns.map((column) => amountOf(row[column])),
      by,
    );
  return rows.toSorted((a, b) => direction * (rank(a) - rank(b)));
}

function lower(value: unknown): string {
  return String(value ?? '').toLowerCase();
}

function compareText(a: string, b: string): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

function ranked(values: readonly (number | null)[], by: Exclude<Ranking, 'name'>): number {
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return 0;
  if (by === 'min') return present.reduce((least, value) => Math.min(least, value));
  if (by === 'max') return present.reduce((most, value) => Math.max(most, value));
  const sum = present.reduce((total, value) => total + value, 0);
  return by === 'avg' ? sum / present.length : sum;
}

/** Where the lowest series of a stream starts: steps of all series, weighted by their size, even each other out. */
export function streamBaseline(series: readonly DataSeries[]): number[] {
  const length = series[0]?.values.length ?? 0;
  const baseline: number[] = [];
  for (let index = 0; index < length; index++) {
    let [weighted, sum] = [0, 0];
    for (const { values } of series) {
      const value = values[index] ?? 0;
      weighted += 0.5 * (value - (index > 0 ? (values[index - 1] ?? 0) : 0)) * value;
      sum += value;
    }
    baseline.push((baseline[index - 1] ?? 0) - (sum === 0 ? 0 : weighted / sum));
  }
  return baseline;
}

/** The parts of a forecast that bound it, by the ends of their names. */
const BOUNDS: Readonly<Record<string, Part>> = { _lower: 'lower', _upper: 'upper' };
