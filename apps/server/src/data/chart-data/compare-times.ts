import { columnLabel, isAdhocColumn } from '@chartroom/model';
import {
  type CompiledQuery,
  type NormalQuery,
  naiveTimestamp,
  queryError,
  type TimeBounds,
} from '@chartroom/query';
import { type Shift, shiftedBack } from './join-times.ts';
import { compile, type Question, type Source, sourceFor } from './prepare-question.ts';

const DAY = 86_400_000;
interface ClosedBounds {
  from: number;
  to: number;
}

/** The question of another time, and how its answer is joined to the main one. */
export interface OtherTime {
  offset: string;
  shift: Shift;
  compiled: CompiledQuery;
  source: Source;
}

/**
 * The question for every other time it is compared with (contract/query.md §1.10); each is made when it is asked for.
 * @throws ChartroomError 400 when the time range is open
 */
export async function* otherTimes(question: Question, rowLimit: number): AsyncGenerator<OtherTime> {
  const { time_offsets } = question.query;
  if (time_offsets.length === 0) return;
  const bounds = closed({ from: question.compiled.fromDttm, to: question.compiled.toDttm });
  for (const offset of time_offsets) {
    const shift = shiftOf(offset, bounds, question);
    const back = shiftedBack(shift);
    const shifted = { from: back(bounds.from), to: back(bounds.to) };
    const query = shiftedQuery(question, shifted, rowLimit);
    const source = await sourceFor(query, question.source);
    yield {
      offset,
      shift,
      compiled: compile(query, source, { bounds: shifted, innerBounds: bounds }),
      source,
    };
  }
}

function closed({ from, to }: TimeBounds): ClosedBounds {
  if (from === null || to === null) {
    throw queryError(
      'An enclosed time range (both start and end) must be specified when using a Time Comparison.',
    );
  }
  return { from, to };
}

function shiftOf(offset: string, { from, to }: ClosedBounds, { source }: Question): Shift {
  if (offset.includes(' : '))
    throw queryError(
      `A range of dates ("${offset}") cannot be compared with; give a first day, or a duration such as "1 week ago".`,
    );
  if (offset === 'inherit') return { by: Math.round((to - from) / DAY) * DAY };
  if (/^\d{4}-\d\d-\d\d$/.test(offset))
    return { by: Math.floor((from - Date.parse(`${offset}T00:00:00Z`)) / DAY) * DAY };
  return { as: offset, now: source.now };
}

function shiftedQuery(
  { compiled, query: asked, source }: Question,
  { from, to }: ClosedBounds,
  rowLimit: number,
): NormalQuery {
  const { query } = compiled;
  const axis = query.columns.find((column) => isAdhocColumn(column) && column.columnType === 'BASE_AXIS');
  const axisLabel = query.granularity ?? (axis && columnLabel(axis));
  const temporal = source.dataset.columns.some(
    (column) => column.column_name === axisLabel && column.is_dttm,
  );
  const range = `${naiveTimestamp(from)} : ${naiveTimestamp(to)}`;
  const filters = query.filters.flatMap((filter) => {
    const onAxis = columnLabel(filter.col) === axisLabel;
    if (filter.op.toUpperCase() === 'TEMPORAL_RANGE')
      return [onAxis || !temporal ? { ...filter, val: range } : filter];
    return onAxis ? [] : [filter];
  });
  const limits = asked.row_limit || asked.row_offset ? { row_limit: rowLimit, row_offset: 0 } : {};
  return { ...query, filters, time_range: null, time_offsets: [], post_processing: [], ...limits };
}
