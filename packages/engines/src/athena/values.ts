import { type Cell, type ColumnKind, Decimal, type ResultColumn } from '@chartroom/query';
import { momentOf } from '../rows/moments.ts';
import { bytesText, genericOf, timeText } from '../rows/values.ts';

type Parse = (text: string) => Cell;

const asText: Parse = (text) => text;

function integer(text: string): Cell {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** Bytes are written as pairs of digits with blanks between them. */
function bytes(text: string): Cell {
  return bytesText(Buffer.from(text.replaceAll(' ', ''), 'hex'));
}

/** Lists, maps and rows are written without quotes (`{a=x, b=1}`), which no reader can undo: they stay text. */
const KINDS: Readonly<Record<string, readonly [ColumnKind, Parse]>> = {
  boolean: ['bool', (text) => text === 'true'],
  tinyint: ['int', integer],
  smallint: ['int', integer],
  integer: ['int', integer],
  int: ['int', integer],
  bigint: ['int', integer],
  float: ['float', Number],
  real: ['float', Number],
  double: ['float', Number],
  decimal: ['decimal', (text) => new Decimal(text)],
  date: ['date', momentOf],
  timestamp: ['timestamp', momentOf],
  'timestamp with time zone': ['timestamp', momentOf],
  time: ['time', timeText],
  'time with time zone': ['time', timeText],
  varbinary: ['bytes', bytes],
  json: ['json', asText],
};

/** How a column of a result is described, and the reader of its cells. */
export function describeColumn(
  name: string,
  type: string,
): { column: ResultColumn; parse(value: unknown): Cell } {
  const [kind, parse] = KINDS[type.toLowerCase()] ?? (['string', asText] as const);
  const column = { name, kind, generic: genericOf(kind), nativeType: type.toUpperCase() };
  return { column, parse: (value) => parse(String(value)) };
}
