import { columnLabel, isAdhocColumn } from '@chartroom/model';
import {
  type Cell,
  type Frame,
  type FrameColumn,
  type NormalQuery,
  naiveTimestamp,
  parseTimeRange,
  queryError,
  TIMESTAMP,
  type TimeBounds,
} from '@chartroom/query';
import { utcFormat } from 'd3-time-format';
import { compile, type Question, sourceFor } from './prepare-question.ts';
import { type AskOptions, runCompiled } from './run-compiled.ts';

const DAY = 86_400_000;
const SUNDAY_WEEKS = new Set(['1969-12-28T00:00:00Z/P1W', 'P1W/1970-01-03T00:00:00Z']);
const MONDAY_WEEKS = new Set(['P1W', '1969-12-29T00:00:00Z/P1W', 'P1W/1970-01-04T00:00:00Z']);

interface Run {
  frame: Frame;
  statements: string[];
}
interface ClosedBounds {
  from: number;
  to: number;
}

/**
 * Asks the question again for every other time it is compared with, and joins the answers to the main one
 * on all columns that are no metric (contract/query.md §1.10).
 * @throws ChartroomError 400 when the time range is open
 */
export async function compareTimes(main: Run, question: Question, options: AskOptions): Promise<Run> {
  const bounds = closed({ from: question.compiled.fromDttm, to: question.compiled.toDttm });
  let run = main;
  for (const offset of question.query.time_offsets) {
    const shift = shiftOf(offset, bounds, question);
    const other = await askShifted(question, shift, bounds, options);
    run = { frame: join(run.frame, other.frame, offset, shift, question.query), statements: [...run.statements, ...other.statements] };
  }
  return run;
}

/** Moves a moment back as the offset says. */
type Shift = (moment: number) => number;

function closed({ from, to }: TimeBounds): ClosedBounds {
  if (from === null || to === null) {
    throw queryError('An enclosed time range (both start and end) must be specified when using a Time Comparison.');
  }
  return { from, to };
}

function shiftOf(offset: string, { from, to }: ClosedBounds, { source }: Question): Shift {
  if (offset.includes(' : '))
    throw queryError(`A range of dates ("${offset}") cannot be compared with; give a first day, or a duration such as "1 week ago".`);
  if (offset === 'inherit') return back(Math.round((to - from) / DAY) * DAY);
  if (/^\d{4}-\d\d-\d\d$/.test(offset)) return back(Math.floor((from - Date.parse(`${offset}T00:00:00Z`)) / DAY) * DAY);
  const known = new Map<number, number>();
  return (moment) => {
    const shifted = known.get(moment) ?? shiftMoment(moment, offset, source.now);
    known.set(moment, shifted);
    return shifted;
  };
}

function back(duration: number): Shift {
  return (moment) => moment - duration;
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

async function askShifted(question: Question, shift: Shift, bounds: ClosedBounds, options: AskOptions): Promise<Run> {
  const shifted = { from: shift(bounds.from), to: shift(bounds.to) };
  const query = shiftedQuery(question, shifted, options.rowLimit);
  const source = await sourceFor(query, question.source);
  return runCompiled(compile(query, source, { bounds: shifted, innerBounds: bounds }), source, options);
}

function shiftedQuery({ compiled, query: asked, source }: Question, { from, to }: ClosedBounds, rowLimit: number): NormalQuery {
  const { query } = compiled;
  const axis = query.columns.find((column) => isAdhocColumn(column) && column.columnType === 'BASE_AXIS');
  const axisLabel = query.granularity ?? (axis && columnLabel(axis));
  const temporal = source.dataset.columns.some((column) => column.column_name === axisLabel && column.is_dttm);
  const range = `${naiveTimestamp(from)} : ${naiveTimestamp(to)}`;
  const filters = query.filters.flatMap((filter) => {
    const onAxis = columnLabel(filter.col) === axisLabel;
    if (filter.op.toUpperCase() === 'TEMPORAL_RANGE') return [onAxis || !temporal ? { ...filter, val: range } : filter];
    return onAxis ? [] : [filter];
  });
  const limits = asked.row_limit || asked.row_offset ? { row_limit: rowLimit, row_offset: 0 } : {};
  return { ...query, filters, time_range: null, time_offsets: [], post_processing: [], ...limits };
}

function join(main: Frame, other: Frame, offset: string, shift: Shift, query: NormalQuery): Frame {
  const metrics = new Set(query.metric_names);
  const keys = main.columns.filter(({ name }) => !metrics.has(name) && other.columns.some((column) => column.name === name));
  const otherKeys = keys.map(({ name }) => columnOf(other, name));
  const period = periodOf(query);
  const time = keys.findIndex(({ name, kind }, index) => index === 0 && (name === TIMESTAMP || kind === 'timestamp' || kind === 'date'));
  const places = new Map<string, number>();
  for (let row = other.length - 1; row >= 0; row--)
    places.set(
      keyOf(otherKeys, row, (value, index) => (index === time ? period(value) : value)),
      row,
    );
  const rows = Array.from({ length: main.length }, (_, row) => {
    const shifted = (value: Cell, index: number): Cell => {
      if (index !== time) return value;
      return period(typeof value === 'number' ? shift(value) : value);
    };
    return places.get(keyOf(keys, row, shifted)) ?? -1;
  });
  const added = other.columns
    .filter(({ name }) => metrics.has(name))
    .map((column) => ({ ...column, name: `${column.name}__${offset}`, values: rows.map((row) => column.values[row] ?? null) }));
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
function periodOf(query: NormalQuery): (value: Cell) => Cell {
  const first = query.columns[0];
  const grain = (isAdhocColumn(first) ? first.timeGrain : undefined) ?? query.extras.time_grain_sqla ?? '';
  const format = periodFormat(grain);
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
