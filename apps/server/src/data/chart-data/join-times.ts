import { type ColumnRef, isAdhocColumn } from '@chartroom/model';
import {
  type Cell,
  type Frame,
  type FrameColumn,
  type NormalQuery,
  naiveTimestamp,
  parseTimeRange,
  TIMESTAMP,
} from '@chartroom/query';
import { utcFormat } from 'd3-time-format';

const SUNDAY_WEEKS = new Set(['1969-12-28T00:00:00Z/P1W', 'P1W/1970-01-03T00:00:00Z']);
const MONDAY_WEEKS = new Set(['P1W', '1969-12-29T00:00:00Z/P1W', 'P1W/1970-01-04T00:00:00Z']);

/** How far another time lies back: by milliseconds, or as words say (`1 year ago`). Plain data that may leave the process. */
export type Shift = { by: number } | { as: string; now: Date };

/** What of a question says how its answers are joined. */
export type JoinedQuery = Pick<NormalQuery, 'metric_names'> & {
  first: ColumnRef | undefined;
  grain: string | null | undefined;
};

/** A moment as far back as the shift says. */
export function shiftedBack(shift: Shift): (moment: number) => number {
  if ('by' in shift) return (moment) => moment - shift.by;
  const known = new Map<number, number>();
  return (moment) => {
    const shifted = known.get(moment) ?? shiftMoment(moment, shift.as, shift.now);
    known.set(moment, shifted);
    return shifted;
  };
}

function shiftMoment(moment: number, offset: string, now: Date): number {
  const { since } = parseTimeRange(`${naiveTimestamp(moment)} : `, {
    now,
    relativeStart: 'today',
    relativeEnd: 'today',
    timeShift: offset,
  });
  return since ?? moment;
}

/** The answer with the metrics of another time beside its own, joined on all columns that are no metric (contract/query.md §1.10). */
export function joinTimes(
  main: Frame,
  other: Frame,
  { offset, shift }: { offset: string; shift: Shift },
  query: JoinedQuery,
): Frame {
  const back = shiftedBack(shift);
  const metrics = new Set(query.metric_names);
  const keys = main.columns.filter(
    ({ name }) => !metrics.has(name) && other.columns.some((column) => column.name === name),
  );
  const otherKeys = keys.map(({ name }) => columnOf(other, name));
  const period = periodOf(query);
  const time = keys.findIndex(
    ({ name, kind }, index) => index === 0 && (name === TIMESTAMP || kind === 'timestamp' || kind === 'date'),
  );
  const places = new Map<string, number>();
  for (let row = other.length - 1; row >= 0; row--)
    places.set(
      keyOf(otherKeys, row, (value, index) => (index === time ? period(value) : value)),
      row,
    );
  const rows = Array.from({ length: main.length }, (_, row) => {
    const shifted = (value: Cell, index: number): Cell => {
      if (index !== time) return value;
      return period(typeof value === 'number' ? back(value) : value);
    };
    return places.get(keyOf(keys, row, shifted)) ?? -1;
  });
  const added = other.columns
    .filter(({ name }) => metrics.has(name))
    .map((column) => ({
      ...column,
      name: `${column.name}__${offset}`,
      values: rows.map((row) => column.values[row] ?? null),
    }));
  return { length: main.length, columns: [...main.columns, ...added] };
}

function columnOf(frame: Frame, name: string): FrameColumn {
  const column = frame.columns.find((each) => each.name === name);
  if (!column) throw new Error(`The compared answer has no column "${name}".`);
  return column;
}

function keyOf(columns: FrameColumn[], row: number, read: (value: Cell, index: number) => Cell): string {
  return JSON.stringify(columns.map(({ values }, index) => String(read(values[row] ?? null, index))));
}

/** The name of the period a moment lies in: two answers meet in it although their moments differ by some hours. */
function periodOf({ first, grain }: JoinedQuery): (value: Cell) => Cell {
  const format = periodFormat((isAdhocColumn(first) ? first.timeGrain : undefined) ?? grain ?? '');
  if (!format) return (value) => value;
  return (value) => (typeof value === 'number' ? format(new Date(value)) : value);
}

function periodFormat(grain: string): ((moment: Date) => string) | undefined {
  if (SUNDAY_WEEKS.has(grain)) return utcFormat('%Y-W%U');
  if (MONDAY_WEEKS.has(grain)) return utcFormat('%Y-W%W');
  if (grain === 'P1M') return utcFormat('%Y-%m');
  if (grain === 'P3M') return utcFormat('%Y-Q%q');
  return grain === 'P1Y' ? utcFormat('%Y') : undefined;
}
