import type { TimePoint } from '../../draw/lines-over-time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** Weekdays by the first of them after the epoch, which was a Thursday. */
const FIRST: Readonly<Record<string, number>> = {
  THU: 0,
  FRI: 1,
  SAT: 2,
  SUN: 3,
  MON: 4,
  TUE: 5,
  WED: 6,
};
const FREQUENCY = /^(\d{1,4})?(?:(W)(?:-(MON|TUE|WED|THU|FRI|SAT|SUN))?|(H|D|MS?|QS?|[AY]S?))$/;

/** One period, laid over the latest one. */
export interface Period {
  /** How many periods ago it was; 0 is the latest. */
  rank: number;
  /** Moments of the latest period, and the values of this one. */
  points: readonly TimePoint[];
}

/** Where the period begins that a moment lies in, told the latest moment of all. */
type BeginOf = (at: number, latest: number) => number;

/** The beginnings of periods by the name of their frequency; undefined for a name that is none. */
export function beginOf(freq: string): BeginOf | undefined {
  const [found, count = '1', week, weekday = 'SUN', other = ''] = FREQUENCY.exec(freq.toUpperCase()) ?? [];
  const times = Math.max(1, Number(count));
  if (found === undefined) return undefined;
  if (week !== undefined) return counted(WEEK, times, (FIRST[weekday] ?? 0) * DAY);
  if (other === 'H') return counted(HOUR, times, 0);
  if (other === 'D') return counted(DAY, times, 0);
  const perYear = other.startsWith('M') ? 12 : 4;
  return countedMonths(other.startsWith('A') || other.startsWith('Y') ? 12 : 12 / perYear, times);
}

/** Several of a length are counted back from the latest one. */
function counted(length: number, times: number, anchor: number): BeginOf {
  const floor = (at: number) => Math.floor((at - anchor) / length) * length + anchor;
  const span = length * times;
  return (at, latest) => floor(latest) - Math.ceil((floor(latest) - floor(at)) / span) * span;
}

function countedMonths(months: number, times: number): BeginOf {
  const indexOf = (at: number) => {
    const moment = new Date(at);
    return Math.floor((moment.getUTCFullYear() * 12 + moment.getUTCMonth()) / months);
  };
  return (at, latest) => {
    const newest = indexOf(latest);
    const index = (newest - Math.ceil((newest - indexOf(at)) / times) * times) * months;
    const begin = new Date(0);
    begin.setUTCFullYear(Math.floor(index / 12), index % 12, 1);
    return begin.getTime();
  };
}

/** Lays the periods of a course over the latest one, the latest first. Those without a value are left out. */
export function periodsOf(points: readonly TimePoint[], begin: BeginOf): Period[] {
  const latest = points.at(-1)?.x ?? 0;
  const byBegin = Map.groupBy(points, ({ x }) => begin(x, latest));
  const begins = [...byBegin.keys()].toSorted((one, other) => other - one);
  const [newest = 0] = begins;
  return begins
    .map((start, rank) => ({
      rank,
      points: (byBegin.get(start) ?? []).map(({ x, y }) => ({ x: x - start + newest, y })),
    }))
    .filter((period) => period.points.some(({ y }) => y !== null));
}
