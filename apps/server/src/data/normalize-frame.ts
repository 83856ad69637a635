import { GenericType } from '@chartroom/model';
import { type Cell, type CompiledQuery, type Frame, type FrameColumn, type OutputColumn, temporalValues } from '@chartroom/query';

/**
 * Makes the answer of the engine what the question meant (contract/query.md §1.9): its axis of time is moments
 * whatever the column holds, moved by the dataset's hours and by the query's `time_shift`; infinite numbers are nothing.
 * @throws ChartroomError 400 for a `time_shift` that says no direction
 */
export function normalizeFrame(frame: Frame, compiled: CompiledQuery): Frame {
  const columns = frame.columns.map((column, index) => {
    const output = compiled.columns[index];
    if (output && isMoment(output, compiled)) return moments(column, output, compiled);
    return column.kind === 'float' && column.values.some(isInfinite) ? { ...column, values: column.values.map(finiteOrNull) } : column;
  });
  return { ...frame, columns };
}

function isMoment(output: OutputColumn, { query }: CompiledQuery): boolean {
  if (output.role === 'timestamp') return true;
  return output.temporal && (output.axis || output.label === query.granularity);
}

function moments(column: FrameColumn, output: OutputColumn, { offset, query }: CompiledQuery): FrameColumn {
  const timeShift = query.time_shift;
  const isNumber = column.kind === 'int' || column.kind === 'float' || column.kind === 'decimal';
  const isTime = column.kind === 'timestamp' || column.kind === 'date';
  if (isTime && offset === 0 && !timeShift) return column;
  const written = output.column?.python_date_format ?? null;
  // Numbers that nobody described count seconds; the engine's own moments need no reading.
  const format = isTime ? null : isNumber && !written?.startsWith('epoch') ? 'epoch_s' : written;
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
