import { open } from 'node:fs/promises';
import { FILE_ERROR, fileProblem } from '../files/file-problem.ts';
import type { FileSource } from '../files/file-source.ts';
import { headEncoding, markedEncoding, textDecoder } from '../files/text-encoding.ts';
import { findLayout, recordAt } from './csv-records.ts';

/** Bytes in which the header must end. */
const HEAD_BYTES = 2 ** 20;
const DELIMITERS = [',', ';', '\t', '|'];
/** The encoding of what is not UTF-8: that of Windows in the west. */
export const USUAL_BYTES = 'windows-1252';

/** What the first lines of a CSV say. */
export interface CsvHead {
  delimiter: string;
  /** As the web names it. */
  encoding: string;
  /** Names of the columns: never empty, none twice. */
  names: string[];
  /** Lines before the first row of data. */
  skip: number;
  /** The same in records, as the engine counts: a header with line breaks in its names is one. */
  skipRecords: number;
  /** What stands above the header. */
  above: { text: string; lines: number };
}

/** Reads the header. Throws when the file is empty, or its header is not text. */
export async function readCsvHead(source: FileSource): Promise<CsvHead> {
  const bytes = await readHead(source.path);
  if (bytes.length === 0) throw fileProblem('The file is empty.');
  const { text, encoding } = decode(bytes, source);
  if (text.includes('\0'))
    throw fileProblem(
      `Line ${text.slice(0, text.indexOf('\0')).split('\n').length} of the file holds bytes that are no text.`,
    );
  const { delimiter, before } = layoutOf(text, source);
  const rest = skipLines(text, before);
  const record = firstRecord(rest, delimiter);
  if (record.cells.length === 1 && record.cells[0] === '' && rest.trim() === '')
    throw fileProblem('The file has no columns.');
  requireColumns(record.cells.length, source);
  const above = { text: text.slice(0, text.length - rest.length), lines: before };
  if (source.header === null) {
    const names = record.cells.map((_, index) => String(index));
    return { delimiter, encoding, names, skip: before, skipRecords: before, above };
  }
  return {
    delimiter,
    encoding,
    names: distinct(source.skipInitialSpace ? record.cells.map((cell) => cell.trimStart()) : record.cells),
    skip: before + record.lines,
    skipRecords: before + 1,
    above,
  };
}

/** What stands between the cells, and the lines before the header. */
function layoutOf(text: string, source: FileSource): { delimiter: string; before: number } {
  const before = (source.skipRows ?? 0) + (source.header ?? 0);
  const isSaid = source.header !== undefined || source.skipRows !== undefined;
  if (!source.detect)
    return { delimiter: source.delimiter || likelyDelimiter(skipLines(text, before)), before };
  const { delimiter, above } = findLayout(
    isSaid ? skipLines(text, before) : text,
    source.delimiter || undefined,
  );
  return { delimiter, before: isSaid ? before : above };
}

/** Throws for a file, of whatever kind, with more columns than one may have: each takes time and memory, whatever is in it. */
export function requireColumns(count: number, { maxColumns }: Pick<FileSource, 'maxColumns'>): void {
  if (maxColumns === undefined || count <= maxColumns) return;
  const [found, most] = [count.toLocaleString('en'), maxColumns.toLocaleString('en')];
  throw fileProblem(
    `The file has ${found} columns; at most ${most} are allowed. Turn columns into rows, or leave some out.`,
  );
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function decode(bytes: Uint8Array, source: FileSource): { text: string; encoding: string } {
  const found = source.detect ? headEncoding(bytes) : markedEncoding(bytes);
  const encoding = source.encoding ?? found ?? 'utf-8';
  try {
    // A character may be cut where the head ends: `stream` leaves it out.
    return { text: textDecoder(encoding, { fatal: true }).decode(bytes, { stream: true }), encoding };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === FILE_ERROR) throw error;
    if (source.detect && source.encoding === undefined)
      return { text: textDecoder(USUAL_BYTES).decode(bytes), encoding: USUAL_BYTES };
    if (encoding !== 'utf-8') throw fileProblem(`The file is not text of the encoding ${encoding}.`);
    const line = firstForeignLine(bytes);
    throw fileProblem(`Line ${line} of the file is not UTF-8 text. Save the file as UTF-8 and try again.`);
  }
}

/** Number of the first line that is not UTF-8. */
function firstForeignLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  try {
    for (let start = 0; start < bytes.length; line++) {
      const end = bytes.indexOf(0x0a, start);
      decoder.decode(bytes.subarray(start, end < 0 ? bytes.length : end));
      start = end < 0 ? bytes.length : end + 1;
    }
  } catch {
    // This is the line.
  }
  return line;
}

function skipLines(text: string, count: number): string {
  let at = 0;
  for (let line = 0; line < count; line++) {
    const end = text.indexOf('\n', at);
    if (end < 0) throw fileProblem(`The file has only ${line + 1} lines, and ${count} are to be left out.`);
    at = end + 1;
  }
  return text.slice(at);
}

/** The separator that cuts the first line into most pieces; quoted text does not count. */
function likelyDelimiter(text: string): string {
  const line = text.slice(0, text.search(/\r?\n|$/)).replace(/"(?:[^"]|"")*"/g, '');
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The cells of the first record, and how many lines it takes. */
function firstRecord(text: string, delimiter: string): { cells: string[]; lines: number } {
  const record = recordAt(text, 0, delimiter);
  if (record.isOpen)
    throw fileProblem('The header of the file has a quotation mark without its counterpart.');
  if (record.length > HEAD_BYTES / 2 && record.length > text.length)
    throw fileProblem('The first line of the file is too long to be a header.');
  return record;
}

/** Blank names are numbered, names that come again too; columns whose names differ in case only are one to most engines. */
function distinct(names: string[]): string[] {
  const taken = new Set<string>();
  /** Numbers that were given to a name so far. */
  const numbers = new Map<string, number>();
  return names.map((name, index) => {
    const base = name.trim() === '' ? `Unnamed: ${index}` : name;
    const key = base.toLowerCase();
    let unique = base;
    let count = numbers.get(key) ?? 1;
    for (; taken.has(unique.toLowerCase()); count++) unique = `${base}.${count}`;
    numbers.set(key, count);
    taken.add(unique.toLowerCase());
    return unique;
  });
}
