import { type Cell, Decimal, type Frame, type ResultColumn } from '../frame.ts';
import { hasZone } from '../native-type.ts';
import { queryError } from '../query-error.ts';
import { momentText } from './csv-cells.ts';

/** Most rows, columns and letters of a cell that spreadsheets hold. */
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
const MOST_LETTERS = 32_767;

/** Rows that are written into one chunk. */
const CHUNK = 500;

const DAY = 86_400_000;
/** Days from the first day of spreadsheets to 1970; before March 1900 they count a day that never was. */
const EPOCH_DAYS = 25_569;
const FIRST_DAY = 61;
const END_OF_DAYS = 2_958_466;

/** Beyond it numbers lose digits in a spreadsheet, so they are written as text (contract/query.md §1.14). */
const MOST_NUMBER = 1e15;

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@]/;

/** Letters that XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the letters that are meant
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Places of the styles in `SHEET_STYLES`. */
const STYLE = { plain: 0, date: 1, moment: 2, name: 3 } as const;

/** Styles that the cells of a sheet refer to by place, as `xl/styles.xml`. */
export const SHEET_STYLES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

/**
 * Rows as the XML of one spreadsheet sheet, as they come, in chunks of whole rows: numbers, truth values, dates as dates,
 * and texts that begin like a formula behind a `'` (contract/query.md §1.14). Moments with a zone are texts.
 * @throws ChartroomError 400 naming what no spreadsheet can hold: too many rows or columns, too long a text
 */
export async function* encodeSheet(
  columns: readonly ResultColumn[],
  frames: AsyncIterable<Frame> | Iterable<Frame>,
): AsyncGenerator<string> {
  if (columns.length > MOST_COLUMNS)
    throw queryError(
      `A spreadsheet holds ${MOST_COLUMNS} columns; there are ${columns.length}. Ask for CSV.`,
    );
  const names = columns.map(({ name }) => textCell(name, STYLE.name)).join('');
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData><row>${names}</row>`;
  const writers = columns.map(cellWriter);
  let written = 0;
  for await (const frame of frames) {
    checkSize(frame, written);
    yield* rowChunks(frame, writers);
    written += frame.length;
  }
  yield '</sheetData></worksheet>';
}

function* rowChunks(
  { columns, length }: Frame,
  writers: readonly ((cell: Cell) => string)[],
): Generator<string> {
  for (let from = 0; from < length; from += CHUNK) {
    let chunk = '';
    for (let row = from; row < Math.min(from + CHUNK, length); row++) {
      chunk += '<row>';
      for (let index = 0; index < writers.length; index++)
        chunk += writers[index]?.(columns[index]?.values[row] ?? null) ?? '';
      chunk += '</row>';
    }
    yield chunk;
  }
}

function checkSize({ columns, length }: Frame, before: number): void {
  if (before + length >= MOST_ROWS)
    throw queryError(
      `A spreadsheet holds ${MOST_ROWS - 1} rows below the names; there are more. Ask for CSV.`,
    );
  for (const { name, values } of columns) {
    const long = values.findIndex((value) => typeof value === 'string' && value.length >= MOST_LETTERS);
    if (long < 0) continue;
    throw queryError(
      `Row ${before + long + 1} of the column "${name}" has more than the ${MOST_LETTERS} letters that a cell of a spreadsheet holds. Ask for CSV.`,
    );
  }
}

function cellWriter({ kind, nativeType }: ResultColumn): (cell: Cell) => string {
  if (kind === 'date') return (cell) => momentCell(cell, STYLE.date);
  if (kind === 'timestamp' && hasZone(nativeType))
    return (cell) => (typeof cell === 'number' ? textCell(`${momentText(cell)}+00:00`) : plainCell(cell));
  if (kind === 'timestamp') return (cell) => momentCell(cell, STYLE.moment);
  return plainCell;
}

/** Moments that spreadsheets have no day for are texts. */
function momentCell(cell: Cell, style: number): string {
  if (typeof cell !== 'number') return plainCell(cell);
  const day = cell / DAY + EPOCH_DAYS;
  if (day >= FIRST_DAY && day < END_OF_DAYS) return `<c s="${style}"><v>${day}</v></c>`;
  return textCell(style === STYLE.date ? momentText(cell).replace(/ .*/, '') : momentText(cell));
}

function plainCell(cell: Cell): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'string') return textCell(cell);
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  const text = cell instanceof Decimal ? cell.text : String(cell);
  const number = Number(text);
  if (Number.isNaN(number)) return '<c/>';
  return Math.abs(number) > MOST_NUMBER ? textCell(text, STYLE.plain, false) : `<c><v>${text}</v></c>`;
}

/** Text behind a `'` where a spreadsheet would take it for a formula. */
export function disarmedForSheet(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function textCell(text: string, style: number = STYLE.plain, guards = true): string {
  const shown = guards ? disarmedForSheet(text) : text;
  const mark = style === STYLE.plain ? '' : ` s="${style}"`;
  return `<c t="inlineStr"${mark}><is><t xml:space="preserve">${escaped(shown)}</t></is></c>`;
}

function escaped(text: string): string {
  const known = /[&<>\ud800-\udfff]/.test(text)
    ? text.toWellFormed().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text;
  const plain = known.includes('_x') ? known.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_') : known;
  return plain.replaceAll(
    UNWRITABLE,
    (letter) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}
