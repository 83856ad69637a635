import type { Cell, ColumnBatch, LineColumn, ResultColumn } from '@chartroom/query';
import type { LinePiece } from '../engine.ts';
import { WrittenLines } from '../rows/written-lines.ts';
import { quoteName } from './sql-text.ts';

/** First letters with which no text has to be disarmed: ranges of code points that leave its signs and all blanks out. */
const SAFE_STARTS = [
  ['.', '<'],
  ['A', '{'],
  ['À', 'ᙿ'],
] as const;
/** Days between which dates have four digits of a year, the second not among them. */
const [FIRST_DAY, BEYOND] = ["'0001-01-01'", "'10000-01-01'"];
/** What the engine's endless days are as moments; its endless moments have no end here, either. */
const ENDLESS_DAYS = (2 ** 31 - 1) * 86_400_000;

/** How the engine writes the cells of a column, and when what it writes is not ours yet. */
interface LineForm {
  text: string;
  odd?: string;
  cell(text: string): Cell;
}

/** The form of a column; undefined where the engine writes its cells otherwise than we do. */
function formOf({ kind, nativeType }: ResultColumn, name: string): LineForm | undefined {
  const text = `CAST(${name} AS VARCHAR)`;
  if (nativeType === 'VARCHAR' || nativeType === 'JSON' || nativeType.startsWith('ENUM('))
    return textForm(text);
  // The engine writes no nought before the point where a decimal has no digit there.
  if (/^DECIMAL\((\d+),\1\)$/.test(nativeType)) return undefined;
  if (kind === 'uuid' || kind === 'decimal' || (kind === 'int' && nativeType !== 'BIGNUM'))
    return { text, cell: (digits) => digits };
  if (kind === 'bool')
    return { text: `CASE WHEN ${name} THEN 'True' WHEN NOT ${name} THEN 'False' END`, cell: (yes) => yes };
  if (kind === 'float') return { text: `CAST(CAST(${name} AS DOUBLE) AS VARCHAR)`, cell: numberOf };
  if (nativeType === 'DATE')
    return {
      text: `CASE WHEN ${isUsual(name, 'DATE')} OR NOT isfinite(${name}) THEN ${text} ELSE CAST(epoch_ms(${name}) AS VARCHAR) END`,
      odd: `NOT ${isUsual(name, 'DATE')}`,
      cell: (told) => endlessOf(told, ENDLESS_DAYS) ?? Number(told),
    };
  if (nativeType === 'TIMESTAMP') return momentForm(name, '');
  // A moment in a zone is shown in that of all: what it is there, without one, is shown the same.
  if (nativeType === 'TIMESTAMP WITH TIME ZONE') return momentForm(`(${name} AT TIME ZONE 'UTC')`, '+00:00');
  return undefined;
}

/** Texts are quoted where they have to be; what a spreadsheet may take for a formula is read and disarmed. */
function textForm(text: string): LineForm {
  const has = (sign: string): string => `contains(${text}, ${sign})`;
  const isSafe = SAFE_STARTS.map(
    ([first, last]) => `unicode(${text}) BETWEEN ${first.codePointAt(0)} AND ${last.codePointAt(0)}`,
  );
  return {
    text: `CASE WHEN ${has(`'"'`)} THEN concat('"', replace(${text}, '"', '""'), '"')
      WHEN ${[`','`, 'chr(10)', 'chr(13)'].map(has).join(' OR ')} THEN concat('"', ${text}, '"') ELSE ${text} END`,
    odd: `${text} <> '' AND NOT (${isSafe.join(' OR ')})`,
    cell: (same) => same,
  };
}

function momentForm(name: string, zone: string): LineForm {
  const usual = isUsual(name, 'TIMESTAMP');
  const text = `CAST(${name} AS VARCHAR)`;
  return {
    text: `CASE WHEN ${usual} THEN ${zone === '' ? text : `concat(${text}, '${zone}')`}
      WHEN isfinite(${name}) THEN CAST(epoch_us(${name}) AS VARCHAR) ELSE ${text} END`,
    // All moments of a column show a fraction when one does.
    odd: `NOT ${usual} OR epoch_us(${name}) % 1000000 <> 0`,
    cell: (told) => endlessOf(told, Number.POSITIVE_INFINITY) ?? Number(told) / 1000,
  };
}

function isUsual(name: string, type: string): string {
  return `(${name} >= ${type} ${FIRST_DAY} AND ${name} < ${type} ${BEYOND})`;
}

function endlessOf(text: string, endless: number): number | undefined {
  if (text === 'infinity') return endless;
  return text === '-infinity' ? -endless : undefined;
}

function numberOf(text: string): number {
  if (text === 'inf') return Number.POSITIVE_INFINITY;
  return text === '-inf' ? Number.NEGATIVE_INFINITY : Number(text);
}

/** A statement whose rows are lines, and what is known of their cells. */
export interface LineStatement {
  sql: string;
  read: LineColumn[];
}

/**
 * A statement that gives the rows of another one as lines of CSV, each with whether all of it is as our own files have it:
 * the engine writes many at a time. Undefined where it has no form for a column.
 */
export function lineStatement(sql: string, columns: readonly ResultColumn[]): LineStatement | undefined {
  const names = columns.map((_, place) => quoteName(`c${place}`));
  const forms: LineForm[] = [];
  for (const [place, column] of columns.entries()) {
    const form = formOf(column, names[place] ?? '');
    if (!form) return undefined;
    forms.push(form);
  }
  const cells = forms.map(({ text }) => text).join(", ',', ");
  const odd = forms.flatMap((form) => (form.odd === undefined ? [] : [`coalesce(${form.odd}, false)`]));
  return {
    sql: `SELECT concat(${cells}, chr(10)), ${odd.length > 0 ? odd.join(' OR ') : 'false'}
      FROM (${sql}\n) AS q(${names.join(', ')})`,
    read: columns.map((column, place) => ({ column, cell: forms[place]?.cell ?? ((text) => text) })),
  };
}

/** The pieces of such a statement's answer. */
export async function* linePieces(batches: AsyncIterable<ColumnBatch>): AsyncGenerator<LinePiece> {
  for await (const batch of batches) {
    if (!(batch instanceof WrittenLines)) throw new Error('Rows that were asked for as lines came as cells.');
    const { buffer, byteOffset, byteLength } = batch.lines;
    yield { bytes: Buffer.from(buffer, byteOffset, byteLength), rows: batch.length, isOurs: batch.isOurs };
  }
}
