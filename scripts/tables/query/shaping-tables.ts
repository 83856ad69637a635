import { DEFAULT_BOUNDS } from '@chartroom/model';
import { type Cell, Decimal, type Frame, type FrameColumn, NUMBER_LIST } from '@chartroom/query';
import {
  escapeSeparator,
  type ShapedTable,
  unescapeSeparator,
} from '../../../packages/query/src/transform/table.ts';
import { transformTable } from '../../../packages/query/src/transform/transform-frame.ts';
import { isRecord, listOf, recordOf } from '../charts/recorded.ts';
import type { TableCheck } from '../table.ts';
import {
  attempt,
  type Comparison,
  clockOf,
  expectedError,
  type QueryCase,
  queryTable,
  type Shared,
} from './query-cases.ts';

/** Operations on a result. */
export const shapingTables: TableCheck[] = [queryTable('post-processing', postProcessing)];

function postProcessing(each: QueryCase, shared: Shared): Comparison {
  if (typeof each.escape_separator === 'string')
    return { expected: each.out, actual: escapeSeparator(each.escape_separator) };
  if (typeof each.unescape_separator === 'string')
    return { expected: each.out, actual: unescapeSeparator(each.unescape_separator) };
  const frame = frameOf(recordOf(recordOf(shared.frames)[String(each.frame)]));
  const steps = listOf(each.post_processing).map((step) => ({
    operation: String(recordOf(step).operation),
    options: recordOf(recordOf(step).options),
  }));
  const got = attempt(() => transformTable(frame, steps, { bounds: DEFAULT_BOUNDS }));
  const failure = expectedError(each.out);
  if (failure) {
    const wanted = failure.message || 'an error';
    const complaint = failure.message ? got.thrown : wanted;
    return {
      expected: wanted,
      actual: got.thrown === undefined ? recorded(got.value) : complaint,
    };
  }
  return { expected: rounded(each.out), actual: got.thrown ?? rounded(recorded(got.value)) };
}

const KINDS: Record<string, Pick<FrameColumn, 'kind' | 'generic'>> = {
  datetime: { kind: 'timestamp', generic: 2 },
  number: { kind: 'float', generic: 0 },
  string: { kind: 'string', generic: 1 },
  bool: { kind: 'bool', generic: 3 },
};

function frameOf(recordedFrame: Record<string, unknown>): Frame {
  const rows = listOf(recordedFrame.rows).map(listOf);
  const columns = listOf(recordedFrame.columns).map((value, place): FrameColumn => {
    const { name, type } = recordOf(value);
    const kind = KINDS[String(type)] ?? { kind: 'string', generic: 1 };
    return {
      ...kind,
      name: String(name),
      nativeType: '',
      values: rows.map((row) => cellOf(row[place], kind.kind)),
    };
  });
  return { columns, length: rows.length };
}

function cellOf(value: unknown, kind: FrameColumn['kind']): Cell {
  if (typeof value === 'string')
    return kind === 'timestamp' ? clockOf(value.length > 10 ? value : `${value}T00:00:00`) : value;
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** The table in the form of the record: labels of rows apart, moments as ISO text. */
function recorded({ columns, index, levels, length }: ShapedTable): Record<string, unknown> {
  const rowsOf = (parts: { values: Cell[]; kind: FrameColumn['kind']; nativeType: string }[]) =>
    Array.from({ length }, (_, row) =>
      parts.map(({ values, kind, nativeType }) => shown(values[row] ?? null, kind, nativeType)),
    );
  const plain = {
    columns: columns.map(({ parts }) => {
      if (levels.length > 1) return parts;
      return parts[0] === '' ? null : parts[0];
    }),
    rows: rowsOf(columns),
  };
  if (index.length === 0) return plain;
  const labels = rowsOf(index);
  return {
    index: {
      names: index.map(({ name }) => name),
      values: index.length > 1 ? labels : labels.map(([label]) => label),
    },
    ...plain,
  };
}

function shown(cell: Cell, kind: FrameColumn['kind'], nativeType: string): unknown {
  if (nativeType === NUMBER_LIST) return JSON.parse(String(cell));
  if (cell instanceof Decimal) return Number(cell.text);
  if (typeof cell !== 'number') return cell;
  if (kind === 'timestamp') return new Date(cell).toISOString().slice(0, 19);
  return Number.isFinite(cell) ? cell : String(cell);
}

/** Numbers are compared to nine digits and without the sign of zero. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return value === 0 ? 0 : Number(value.toPrecision(9));
  if (Array.isArray(value)) return value.map(rounded);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rounded(each)]))
    : value;
}
