import { columnsOf, textOf } from '@chartroom/charts';
import { beyondBound, type ChartFormData, type DataRow, ownMember, type QueryObject } from '@chartroom/model';
import type { TransformLimits } from '@chartroom/query';
import {
  type Answered,
  groupsIn,
  type LegacyChart,
  labelsIn,
  legacyQuery,
  nameIn,
  numberIn,
  TIME,
  timeSeriesQuery,
  unanswerable,
} from './legacy-chart.ts';
import { seriesOf, timeSeriesQueries } from './time-series.ts';

/** A part of the whole and its own parts. */
interface Part {
  name: string | number;
  val?: number | null;
  children: Part[];
}

const DIFFERENCES: Readonly<Record<string, (last: number, first: number) => number>> = {
  point_diff: (last, first) => last - first,
  point_factor: (last, first) => last / first,
  point_percent: (last, first) => last / first - 1,
};

/** Nested parts, a root per metric; with time as the first level where that is asked for. */
export const partition: LegacyChart = { queries, data };

function queries(form: ChartFormData, most: number): QueryObject[] {
  if (groupsIn(form).length === 0) throw unanswerable('Please choose at least one groupby');
  const option = optionOf(form);
  if (option === 'not_time') return [legacyQuery(form, { is_timeseries: false })];
  if (option !== 'adv_anal') return [timeSeriesQuery(form)];
  // Each level is rolled and compared on its own.
  const levels = groupsIn(form).length + 1;
  if (levels > most) throw beyondBound('queries: the number of entries', levels, most);
  return levelForms(form).flatMap((level) => timeSeriesQueries(level).slice(0, 1));
}

function optionOf(form: ChartFormData): string {
  return textOf(form.time_series_option) ?? 'not_time';
}

function levelForms(form: ChartFormData): ChartFormData[] {
  const groups = columnsOf(form.groupby);
  return [...Array(groups.length + 1).keys()].map((depth) => ({
    ...form,
    groupby: groups.slice(0, depth),
    columns: [],
  }));
}

function data(answers: readonly Answered[], form: ChartFormData, limits: TransformLimits): Part[] {
  const [answer] = answers;
  if (!answer) return [];
  const option = optionOf(form);
  const metrics = labelsIn(form, ['metric', 'metrics']);
  if (option === 'adv_anal') return analysed(answers, form, metrics, limits);
  const groups = option === 'time_series' ? [TIME, ...groupsIn(form)] : groupsIn(form);
  return metrics.map((metric) => {
    const value = amountOf(option, metric, answer.rows);
    return { name: metric, val: value(answer.rows), children: partsOf(answer.rows, groups, value) };
  });
}

/** What the rows of a part amount to. */
function amountOf(
  option: string,
  metric: string,
  all: readonly DataRow[],
): (rows: readonly DataRow[]) => number | null {
  const sum = (rows: readonly DataRow[]): number =>
    rows.reduce((total, row) => total + (numberIn(row[metric]) ?? 0), 0);
  const difference = ownMember(DIFFERENCES, option);
  if (difference) {
    const moments = all.map((row) => numberIn(row[TIME]) ?? 0);
    const first = moments.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
    const last = moments.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
    return (rows) => {
      const at = (moment: number): number => sum(rows.filter((row) => numberIn(row[TIME]) === moment));
      return finite(difference(at(last), at(first)));
    };
  }
  if (option === 'agg_mean') return (rows) => finite(sum(rows) / rows.length);
  return sum;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function partsOf(
  rows: readonly DataRow[],
  groups: readonly string[],
  value: (rows: readonly DataRow[]) => number | null,
): Part[] {
  const [group, ...deeper] = groups;
  if (group === undefined) return [];
  return [...Map.groupBy(rows, (row) => nameIn(row[group]))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, own]) => ({
      name: group === TIME ? (numberIn(own[0]?.[TIME]) ?? name) : name,
      val: value(own),
      children: partsOf(own, deeper, value),
    }));
}

/** Parts of each moment, from the series of each level. */
function analysed(
  answers: readonly Answered[],
  form: ChartFormData,
  metrics: readonly string[],
  limits: TransformLimits,
): Part[] {
  const levels = answers.map((answer, depth) =>
    seriesOf(
      [answer],
      { ...form, groupby: columnsOf(form.groupby).slice(0, depth), time_compare: null },
      limits,
    ).map(({ key, values }) => ({
      path: metrics.length === 1 && depth > 0 ? [metrics[0] ?? '', ...[key].flat()] : [key].flat(),
      at: new Map(values.map(({ x, y }) => [x, y])),
    })),
  );
  const inside = levels.map((lines, depth) =>
    Map.groupBy(
      lines.filter(({ path }) => path.length === depth + 1),
      ({ path }) => JSON.stringify(path.slice(0, depth)),
    ),
  );
  const below = (depth: number, path: readonly string[], moment: number): Part[] =>
    (inside[depth]?.get(JSON.stringify(path)) ?? [])
      .filter((line) => line.at.has(moment))
      .map((line) => ({
        name: line.path[depth] ?? '',
        val: line.at.get(moment) ?? null,
        children: below(depth + 1, line.path, moment),
      }));
  return (levels[0] ?? []).map(({ path, at }) => ({
    name: path[0] ?? '',
    children: [...at].map(([moment, val]) => ({ name: moment, val, children: below(1, path, moment) })),
  }));
}
