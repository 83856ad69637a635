import { listed, numberOf, textOf, textsOf } from '@chartroom/charts';
import {
  type ChartFormData,
  GenericType,
  ownMember,
  type PostProcessing,
  type QueryObject,
} from '@chartroom/model';
import { type Cell, type TransformLimits, transformFrame } from '@chartroom/query';
import {
  type Answered,
  groupsIn,
  type LegacyChart,
  labelsIn,
  nameIn,
  numberIn,
  requireCells,
  TIME,
  timeSeriesQuery,
} from './legacy-chart.ts';

/** One line of a chart over time; `x` in epoch milliseconds. */
export interface Series {
  key: string | string[];
  values: { x: number; y: number | null }[];
  classed?: string;
}

/** Time series of metrics by groups, as the charts of contract/charts.md §3.30 share them. */
export const timeSeries: LegacyChart = { queries: timeSeriesQueries, data: seriesOf };

/** The question of the chart, and one for each time that it is compared with, whose moments are moved onto its own. */
export function timeSeriesQueries(form: ChartFormData): QueryObject[] {
  const main = timeSeriesQuery(form);
  return [main, ...shiftsOf(form).map((shift) => ({ ...main, time_shift: shift }))];
}

function shiftsOf(form: ChartFormData): string[] {
  return textsOf(listed(form.time_compare)).map((shift) => shift.replace(/\s+ago$/, ''));
}

/** What Advanced Analytics makes of the columns `names` of a row per moment. */
function analytics(form: ChartFormData, names: readonly string[]): PostProcessing[] {
  // There is one value per moment; of none the mean is none.
  const aggregates = Object.fromEntries(names.map((name) => [name, { operator: 'mean' }]));
  const steps: PostProcessing[] = [
    { operation: 'pivot', options: { index: [TIME], columns: [], aggregates, drop_missing_columns: false } },
  ];
  const [rule, method] = [textOf(form.resample_rule), textOf(form.resample_method)];
  if (rule !== undefined && method !== undefined)
    steps.push({ operation: 'resample', options: { rule, method, fill_value: null } });
  const rolling = rollingStep(form, names);
  if (rolling) steps.push(rolling);
  if (form.contribution === true) steps.push({ operation: 'contribution', options: { orientation: 'row' } });
  return [...steps, { operation: 'flatten' }];
}

function rollingStep(form: ChartFormData, names: readonly string[]): PostProcessing | undefined {
  const columns = Object.fromEntries(names.map((name) => [name, name]));
  const type = textOf(form.rolling_type);
  if (type === 'cumsum') return { operation: 'cum', options: { operator: 'sum', columns } };
  const window = numberOf(form.rolling_periods);
  if (!window || (type !== 'mean' && type !== 'std' && type !== 'sum')) return undefined;
  const options = { rolling_type: type, window, min_periods: numberOf(form.min_periods) ?? 0, columns };
  return {
    operation: 'rolling',
    options: type === 'std' ? { ...options, rolling_type_options: { ddof: 1 } } : options,
  };
}

/** Lines sorted by their names, those of other times beside them or compared with them. */
export function seriesOf(
  answers: readonly Answered[],
  form: ChartFormData,
  limits: TransformLimits,
): Series[] {
  const [main, ...others] = answers;
  if (!main) return [];
  const shifts = shiftsOf(form);
  const own = linesOf(main, form, limits);
  const compare = ownMember(COMPARISONS, textOf(form.comparison_type) ?? 'values');
  const shifted = others.flatMap((answer, index) => {
    const suffix = `${shifts[index] ?? ''} offset`;
    const lines = linesOf(answer, form, limits);
    const named = (line: Series): Series => ({
      ...line,
      key: [line.key, suffix].flat(),
      classed: `time-shift-${index}`,
    });
    return compare ? compared(own, lines, compare).map(named) : lines.map(named);
  });
  return [...(compare ? [] : own), ...shifted].sort((one, other) =>
    compareKeys([one.key].flat(), [other.key].flat()),
  );
}

function compareKeys(one: readonly string[], other: readonly string[]): number {
  for (const [index, text] of one.entries()) {
    const against = other[index];
    if (against === undefined) return 1;
    if (text !== against) return text < against ? -1 : 1;
  }
  return one.length - other.length;
}

/** A line per metric and group that has a number somewhere; the metric is no part of the name when there is only one. */
function linesOf({ rows }: Answered, form: ChartFormData, limits: TransformLimits): Series[] {
  const metrics = labelsIn(form, ['metric', 'metrics']);
  const groups = groupsIn(form);
  const moments = [...new Set(rows.map((row) => numberIn(row[TIME]) ?? 0))].sort((one, other) => one - other);
  const places = new Map(moments.map((moment, place) => [moment, place]));
  const lines = new Map<string, { key: string[]; values: Cell[] }>();
  const made = (series: number) =>
    requireCells('the number of values of all series', series * moments.length, limits);
  for (const row of rows) {
    for (const metric of metrics) {
      const key = [metric, ...groups.map((group) => nameIn(row[group]))];
      const name = JSON.stringify(key);
      let line = lines.get(name);
      if (!line) {
        made(lines.size + 1);
        line = { key, values: moments.map(() => null) };
        lines.set(name, line);
      }
      line.values[places.get(numberIn(row[TIME]) ?? 0) ?? 0] = numberIn(row[metric]);
    }
  }
  const shaped = analysed(
    moments,
    [...lines.values()].map(({ values }) => values),
    form,
    limits,
  );
  return [...lines.values()].flatMap(({ key }, index): Series[] => {
    const values = shaped.moments.map((x, row) => ({ x, y: asNumber(shaped.columns[index]?.[row]) }));
    if (values.every(({ y }) => y === null)) return [];
    const shown = metrics.length === 1 && key.length > 1 ? key.slice(1) : key;
    return [{ key: shown.length === 1 ? (shown[0] ?? '') : shown, values }];
  });
}

function asNumber(cell: Cell | undefined): number | null {
  return typeof cell === 'number' && Number.isFinite(cell) ? cell : null;
}

/** Columns of one row per moment after rolling, filling and sharing; their names play no part in it. */
function analysed(
  moments: readonly number[],
  columns: readonly Cell[][],
  form: ChartFormData,
  limits: TransformLimits,
): { moments: number[]; columns: Cell[][] } {
  const names = columns.map((_, index) => `line ${index}`);
  const own = (name: string, kind: 'timestamp' | 'float', generic: GenericType, values: Cell[]) => ({
    name,
    kind,
    generic,
    nativeType: '',
    values,
  });
  const frame = {
    columns: [
      own(TIME, 'timestamp', GenericType.TEMPORAL, [...moments]),
      ...columns.map((values, index) => own(names[index] ?? '', 'float', GenericType.NUMERIC, values)),
    ],
    length: moments.length,
  };
  const shaped =
    moments.length === 0 || columns.length === 0
      ? frame
      : transformFrame(frame, analytics(form, names), limits);
  const found = new Map(shaped.columns.map(({ name, values }) => [name, values]));
  return {
    moments: (found.get(TIME) ?? []).map(Number),
    columns: names.map((name) => found.get(name) ?? []),
  };
}

const COMPARISONS: Readonly<Record<string, (now: number, then: number) => number>> = {
  absolute: (now, then) => now - then,
  percentage: (now, then) => (now - then) / then,
  ratio: (now, then) => now / then,
};

/** Each line against the one of the same name at another time, whose values are interpolated onto its moments. */
function compared(
  own: readonly Series[],
  others: readonly Series[],
  compare: (now: number, then: number) => number,
): Series[] {
  const byKey = new Map(others.map((line) => [JSON.stringify(line.key), line]));
  return own.flatMap((line): Series[] => {
    const other = byKey.get(JSON.stringify(line.key));
    if (!other) return [];
    const valueAt = interpolation(other.values);
    const values = line.values.map(({ x, y }) => {
      const then = valueAt(x);
      const result = y === null || then === null ? Number.NaN : compare(y, then);
      return { x, y: Number.isFinite(result) ? result : null };
    });
    const first = values.findIndex(({ y }) => y !== null);
    return first < 0
      ? []
      : [{ ...line, values: values.slice(first, values.findLastIndex(({ y }) => y !== null) + 1) }];
  });
}

/** The value of a line at moments that rise; behind its end its last one. */
function interpolation(values: Series['values']): (at: number) => number | null {
  const known = values.flatMap(({ x, y }) => (y === null ? [] : [{ x, y }]));
  let next = 0;
  return (at) => {
    while (next < known.length && (known[next]?.x ?? 0) < at) next += 1;
    const [before, after] = [known[next - 1], known[next]];
    if (!after) return before?.y ?? null;
    if (after.x === at) return after.y;
    return before ? before.y + ((after.y - before.y) * (at - before.x)) / (after.x - before.x) : null;
  };
}

/** `{moment in nanoseconds: wedges}`; nothing is a wedge without area. */
export const rose: LegacyChart = {
  queries: timeSeriesQueries,
  data: (answers, form, limits) => {
    const moments = new Map<string, object[]>();
    for (const { key, values } of seriesOf(answers, form, limits)) {
      for (const { x, y } of values) {
        const at = String(BigInt(Math.round(x)) * 1_000_000n);
        const wedges = moments.get(at) ?? [];
        wedges.push({ key, value: y ?? 0, name: [key].flat().join(', '), time: x });
        moments.set(at, wedges);
      }
    }
    return Object.fromEntries(moments);
  },
};
