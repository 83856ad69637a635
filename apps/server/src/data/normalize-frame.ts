import type { CompiledQuery, Cell, Frame, FrameColumn, OutputColumn } from '@chartroom/query';
import { GenericType } from '@chartroom/model';
import { utcParse } from 'd3-time-format';

const HOUR = 3_600_000;

/**
 * Makes the answer of the engine what the question meant (contract/query.md §1.9): its axis of time is moments
 * whatever the column holds, moved by the dataset's hours; infinite numbers are nothing.
 */
export function normalizeFrame(frame: Frame, compiled: CompiledQuery): Frame {
  const columns = frame.columns.map((column, index) => {
    const output = compiled.columns[index];
    const finite = column.kind === 'float' ? { ...column, values: column.values.map(finiteOrNull) } : column;
    return output && isMoment(output, compiled) ? moments(finite, output, compiled.offset) : finite;
  });
  return { ...frame, columns };
}

function isMoment(output: OutputColumn, { query }: CompiledQuery): boolean {
  if (output.role === 'timestamp') return true;
  return output.temporal && (output.axis || output.label === query.granularity);
}

function moments(column: FrameColumn, output: OutputColumn, hours: number): FrameColumn {
  const read = readerOf(column, output.column?.python_date_format ?? null);
  const shift = hours * HOUR;
  const values = column.values.map((value) => {
    const moment = value === null ? null : read(value);
    return moment === null ? null : moment + shift;
  });
  return { ...column, kind: column.kind === 'date' && shift === 0 ? 'date' : 'timestamp', generic: GenericType.TEMPORAL, values };
}

/** How a value of the column becomes epoch milliseconds; null when it cannot. */
function readerOf(column: FrameColumn, format: string | null): (value: Exclude<Cell, null>) => number | null {
  if (column.kind === 'timestamp' || column.kind === 'date') return (value) => (typeof value === 'number' ? value : null);
  if (column.kind === 'int' || column.kind === 'float' || column.kind === 'decimal') {
    const unit = format === 'epoch_ms' ? 1 : 1000;
    return (value) => finiteOrNull(Number(String(value)) * unit);
  }
  const parse = format && !format.startsWith('epoch') ? utcParse(format) : undefined;
  return (value) => {
    const text = String(value);
    const moment = parse ? parse(text) : null;
    return moment ? moment.getTime() : finiteOrNull(Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) || !/[T ]/.test(text) ? text : `${text.replace(' ', 'T')}Z`));
  };
}

function finiteOrNull<Value extends Cell>(value: Value): Value | null {
  return typeof value === 'number' && !Number.isFinite(value) ? null : value;
}
