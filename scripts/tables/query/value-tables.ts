import {
  type Cell,
  type ColumnKind,
  colTypes,
  Decimal,
  type Frame,
  type FrameColumn,
} from '@chartroom/query';
import { jsonText, RawJson } from '../../../packages/engines/src/files/exact-json.ts';
import { bytesText, intervalText } from '../../../packages/engines/src/rows/values.ts';
import { disarmed, momentText } from '../../../packages/query/src/encode/csv-cells.ts';
import { disarmedForSheet } from '../../../packages/query/src/encode/encode-sheet.ts';
import { encodeCsv, encodeData } from '../../../packages/query/src/testing/encoded-frames.ts';
import { isRecord, listOf, recordOf } from '../charts/recorded.ts';
import type { TableCheck } from '../table.ts';
import { type Comparison, clockOf, type QueryCase, queryTable } from './query-cases.ts';

/** Result columns to JSON, to types and to CSV. */
export const valueTables: TableCheck[] = [queryTable('result-values', resultValues)];

const TYPE_NAMES = ['NUMERIC', 'STRING', 'TEMPORAL', 'BOOLEAN'];

function resultValues(each: QueryCase): Comparison {
  if (typeof each.csv_escape === 'string') return { expected: each.out, actual: disarmed(each.csv_escape) };
  if (typeof each.excel_escape === 'string')
    return { expected: each.out, actual: disarmedForSheet(each.excel_escape) };
  if (Array.isArray(each.rows))
    return { expected: each.csv, actual: csvOf(frameOfRows(listOf(each.columns).map(String), each.rows)) };
  const out = recordOf(each.out);
  const frame = frameOfValues(listOf(each.values), out.type === 'FLOAT');
  return {
    expected:
      'error' in out
        ? 'an error'
        : { coltype: out.coltype, json: listOf(out.chart_json).map(withoutSign), csv: out.csv },
    actual: { coltype: TYPE_NAMES[colTypes(frame)[0] ?? -1], json: jsonOf(frame), csv: csvOf(frame) },
  };
}

function csvOf(frame: Frame): string {
  return Buffer.concat([...encodeCsv(frame)]).toString();
}

/** Integers beyond 2^53 stand as text in the record; on the wire they are bare digits. */
function jsonOf(frame: Frame): unknown[] {
  const text = encodeData(frame).replace(/(?<=:)-?\d{16,}(?=[,}])/g, (digits) =>
    Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`,
  );
  return listOf(JSON.parse(text)).map((row) => withoutSign(recordOf(row).c));
}

/** Minus zero is zero. */
function withoutSign(value: unknown): unknown {
  return value === 0 ? 0 : value;
}

function frameOfRows(names: string[], rows: unknown[]): Frame {
  const columns = names.map(
    (name, index): FrameColumn => ({ ...columnOf(rows.map((row) => listOf(row)[index])), name }),
  );
  return { columns, length: rows.length };
}

/** A frame of one column `c`. */
function frameOfValues(values: unknown[], float: boolean): Frame {
  const column = columnOf(values);
  return { columns: [float ? { ...column, kind: 'float' } : column], length: values.length };
}

/** How the record writes values that JSON does not have. */
const FORMS: Record<string, (text: string) => [ColumnKind, Cell]> = {
  $decimal: (text) => ['decimal', new Decimal(text)],
  $datetime: (text) => ['timestamp', clockOf(text.replace(/[+-]\d\d:\d\d$/, ''))],
  $date: (text) => ['date', Date.parse(text)],
  $time: (text) => ['time', text],
  $uuid: (text) => ['uuid', text],
  $seconds: (text) => ['interval', intervalText({ months: 0, days: 0, micros: BigInt(Number(text) * 1e6) })],
  $bytes: (text) => ['bytes', bytesText(Buffer.from(text, 'hex'))],
  $float: (text) => ['float', Number(text)],
  $int: (text) => ['int', Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)],
};

function columnOf(values: unknown[]): FrameColumn {
  const typed = values.map(typedCell);
  const kinds = [...new Set(typed.flatMap(([kind]) => (kind ? [kind] : [])))].sort();
  const kind = kinds.length < 2 ? (kinds[0] ?? 'string') : (MIXED[kinds.join()] ?? 'string');
  const cells =
    kinds.length > 1
      ? typed.map(([each, cell]) => converted(each, cell, kind))
      : typed.map(([, cell]) => cell);
  return { name: 'c', kind, generic: 1, nativeType: '', values: cells };
}

/** What an engine would make of a column that holds values of two kinds. */
const MIXED: Record<string, ColumnKind> = {
  'float,int': 'float',
  'decimal,int': 'decimal',
  'date,timestamp': 'date',
};

function converted(from: ColumnKind | undefined, cell: Cell, kind: ColumnKind): Cell {
  if (cell === null) return null;
  if (kind === 'decimal') return new Decimal(String(cell));
  if (kind === 'date' && typeof cell === 'number') return Math.floor(cell / 86_400_000) * 86_400_000;
  if (kind !== 'string') return cell;
  if (from === 'timestamp' && typeof cell === 'number') return momentText(cell);
  if (typeof cell === 'boolean') return cell ? 'True' : 'False';
  return String(cell);
}

function typedCell(value: unknown): [ColumnKind | undefined, Cell] {
  if (Array.isArray(value)) return ['json', jsonText(nested(value))];
  if (isRecord(value)) {
    const [[form, content] = ['', '']] = Object.entries(value);
    return FORMS[form]?.(String(content)) ?? ['json', jsonText(nested(value))];
  }
  if (typeof value === 'number')
    return [Number.isInteger(value) && !Object.is(value, -0) ? 'int' : 'float', value];
  if (typeof value === 'boolean') return ['bool', value];
  return typeof value === 'string' ? ['string', value] : [undefined, null];
}

/** A list or a row as the engines hand it to JSON: exact numbers, moments as text. */
function nested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nested);
  if (!isRecord(value)) return value;
  if ('$decimal' in value) return new RawJson(String(value.$decimal));
  const [[form, content] = ['', '']] = Object.entries(value);
  return form in FORMS
    ? content
    : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, nested(member)]));
}
