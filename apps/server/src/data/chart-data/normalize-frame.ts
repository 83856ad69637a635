import { GenericType } from '@chartroom/model';
import {
  type Cell,
  type CompiledQuery,
  type Frame,
  type FrameColumn,
  type OutputColumn,
  type ResultColumn,
  temporalValues,
} from '@chartroom/query';

/** What of a compiled question its answer is read by; plain data that may leave the process. */
export interface Meaning extends Pick<CompiledQuery, 'offset'> {
  columns: Pick<OutputColumn, 'label' | 'role' | 'temporal' | 'axis' | 'column'>[];
  query: Pick<CompiledQuery['query'], 'granularity' | 'time_shift'>;
}

/** What of a compiled question its rows are read by, and no more: filters may be long. */
export function meaningOf({ columns, offset, query }: Meaning): Meaning {
  return {
    columns: columns.map(({ label, role, temporal, axis, column }) => ({
      label,
      role,
      temporal,
      axis,
      ...(column && { column }),
    })),
    offset,
    query: { granularity: query.granularity, time_shift: query.time_shift },
  };
}

/**
 * Makes the answer of the engine what the question meant (contract/query.md §1.9): its axis of time is moments
 * whatever the column holds, moved by the dataset's hours and by the query's `time_shift`; infinite numbers are nothing.
 * @throws ChartroomError 400 for a `time_shift` that says no direction
 */
export function normalizeFrame(frame: Frame, compiled: Meaning): Frame {
  const columns = frame.columns.map((column, index) => {
    const output = compiled.columns[index];
    if (output && isMoment(output, compiled)) return moments(column, output, compiled);
    return column.kind === 'float' && column.values.some(isInfinite)
      ? { ...column, values: column.values.map(finiteOrNull) }
      : column;
  });
  return { ...frame, columns };
}

/** Whether `normalizeFrame` decides on all values of a column together, so that rows cannot be passed on as they come. */
export function needsAllRows(columns: readonly ResultColumn[], compiled: Meaning): boolean {
  return columns.some((column, index) => {
    const output = compiled.columns[index];
    return output !== undefined && isMoment(output, compiled) && !isAsItIs(column, compiled);
  });
}

function isMoment(output: Meaning['columns'][number], { query }: Meaning): boolean {
  if (output.role === 'timestamp') return true;
  return output.temporal && (output.axis || output.label === query.granularity);
}

/** Whether a column of the engine's own moments is not moved. */
function isAsItIs(column: ResultColumn, { offset, query }: Meaning): boolean {
  return isTimeKind(column) && offset === 0 && !query.time_shift;
}

function isTimeKind({ kind }: ResultColumn): boolean {
  return kind === 'timestamp' || kind === 'date';
}

function moments(column: FrameColumn, output: Meaning['columns'][number], compiled: Meaning): FrameColumn {
  const { offset, query } = compiled;
  const timeShift = query.time_shift;
  const isNumber = column.kind === 'int' || column.kind === 'float' || column.kind === 'decimal';
  if (isAsItIs(column, compiled)) return column;
  const isTime = isTimeKind(column);
  const written = output.column?.python_date_format ?? null;
  // Numbers that nobody described count seconds; the engine's own moments need no reading.
  const inSeconds = isNumber && !written?.startsWith('epoch');
  const readAs = inSeconds ? 'epoch_s' : written;
  const format = isTime ? null : readAs;
  const values = temporalValues(column.values, { format, offset, timeShift });
  if (values.some((value) => value !== null && typeof value !== 'number')) return column;
  return {
    ...column,
    kind: column.kind === 'date' && !values.some(hasClock) ? 'date' : 'timestamp',
    generic: GenericType.TEMPORAL,
    values,
  };
}

function hasClock(moment: Cell): boolean {
  return typeof moment === 'number' && moment % 86_400_000 !== 0;
}

function isInfinite(value: Cell): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

function finiteOrNull(value: Cell): Cell {
  return isInfinite(value) ? null : value;
}
