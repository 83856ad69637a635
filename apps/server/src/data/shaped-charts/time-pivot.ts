import { metricsOf, textOf } from '@chartroom/charts';
import type { ChartFormData } from '@chartroom/model';
import type { TransformLimits } from '@chartroom/query';
import {
  type Answered,
  type LegacyChart,
  labelsIn,
  numberIn,
  requireCells,
  TIME,
  timeSeriesQuery,
  unanswerable,
} from './legacy-chart.ts';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** 1970-01-05 was a Monday, 1970-01-04 a Sunday. */
const FIRST_MONDAY = 4 * DAY;
const FIRST_SUNDAY = 3 * DAY;

/** The beginning of the period that a moment lies in, by the names that pandas gives frequencies. */
function beginOf(freq: string): ((at: number, latest: number) => number) | undefined {
  const weeks = /^(\d+)?W-(SUN|MON)$/.exec(freq);
  if (weeks) {
    const span = Number(weeks[1] ?? 1) * WEEK;
    const anchor = weeks[2] === 'SUN' ? FIRST_SUNDAY : FIRST_MONDAY;
    // Several weeks are counted back from the latest one.
    return (at, latest) => {
      const week = (moment: number): number => Math.floor((moment - anchor) / WEEK) * WEEK + anchor;
      return week(latest) - Math.ceil((week(latest) - week(at)) / span) * span;
    };
  }
  if (freq === 'D') return (at) => Math.floor(at / DAY) * DAY;
  if (freq === 'AS' || freq === 'YS') return (at) => Date.UTC(new Date(at).getUTCFullYear(), 0, 1);
  return undefined;
}

/** Periods laid over the latest one: `current`, `-1`, `-2`, …, each with its rank. */
export const timePivot: LegacyChart = {
  queries: (form) => {
    if (metricsOf(form.metric).length === 0) throw unanswerable('Pick a metric!');
    return [timeSeriesQuery(form)];
  },
  data: ([answer], form, limits) => (answer ? periodsOf(answer, form, limits) : []),
};

function periodsOf({ rows }: Answered, form: ChartFormData, limits: TransformLimits): object[] {
  const [metric = ''] = labelsIn(form, ['metric']);
  const freq = textOf(form.freq) ?? 'W-MON';
  const begin = beginOf(freq);
  if (!begin)
    throw unanswerable(`"${freq}" is no frequency of periods: use AS, D, W-SUN, W-MON, 4W-MON or 52W-MON.`);
  const points = rows
    .map((row) => ({ at: numberIn(row[TIME]) ?? 0, y: numberIn(row[metric]) }))
    .sort((one, other) => one.at - other.at);
  const latest = points.at(-1)?.at ?? 0;
  const byPeriod = Map.groupBy(points, ({ at }) => begin(at, latest));
  const begins = [...byPeriod.keys()].sort((one, other) => other - one);
  const [newest = 0] = begins;
  const periods = begins.map((start, rank) => {
    const values = new Map<number, number | null>();
    for (const { at, y } of byPeriod.get(start) ?? []) values.set(at - start + newest, y);
    return { key: rank === 0 ? 'current' : `-${rank}`, rank, values };
  });
  const moments = [...new Set(periods.flatMap(({ values }) => [...values.keys()]))].sort(
    (one, other) => one - other,
  );
  requireCells('time_pivot: the number of values', periods.length * moments.length, limits);
  return periods
    .map(({ key, rank, values }) => ({
      key,
      values: moments.map((x) => ({ x, y: values.get(x) ?? null })),
      rank,
      perc: 1 - rank / begins.length,
    }))
    .filter(({ values }) => values.some(({ y }) => y !== null))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}
