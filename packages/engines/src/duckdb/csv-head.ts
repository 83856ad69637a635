import { open } from 'node:fs/promises';
import { fileProblem } from '../files/file-problem.ts';
import type { FileSource } from '../files/file-source.ts';

/** Bytes in which the header must end. */
const HEAD_BYTES = 2 ** 20;
const DELIMITERS = [',', ';', '\t', '|'];

/** What the first lines of a CSV say. */
export interface CsvHead {
  delimiter: string;
  /** As DuckDB names it. */
  encoding: 'utf-8' | 'utf-16';
  /** Names of the columns: never empty, none twice. */
  names: string[];
  /** Lines before the first row of data. */
  skip: number;
  /** The same in records, as the engine counts: a header with line breaks in its names is one. */
  skipRecords: number;
}

/** Reads the header. Throws when the file is empty, or its header is not text. */
export async function readCsvHead(source: FileSource): Promise<CsvHead> {
  const bytes = await readHead(source.path);
  if (bytes.length === 0) throw fileProblem('The file is empty.');
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16' : 'utf-8';
  const text = decode(bytes, encoding, source.encoding === 'sniff');
  if (text.includes('\0'))
    throw fileProblem(
      `Line ${text.slice(0, text.indexOf('\0')).split('\n').length} of the file holds bytes that are no text.`,
    );
  const before = (source.skipRows ?? 0) + (source.header ?? 0);
  const rest = skipLines(text, before);
  const delimiter = source.delimiter || likelyDelimiter(rest);
  const record = firstRecord(rest, delimiter);
  if (record.cells.length === 1 && record.cells[0] === '' && rest.trim() === '')
    throw fileProblem('The file has no columns.');
  requireColumns(record.cells.length, source);
  if (source.header === null) {
    return {
      delimiter,
      encoding,
      names: record.cells.map((_, index) => String(index)),
      skip: before,
      skipRecords: before,
    };
  }
  return {
    delimiter,
    encoding,
    names: distinct(source.skipInitialSpace ? record.cells.map((cell) => cell.trimStart()) : record.cells),
    skip: before + record.lines,
    skipRecords: before + 1,
  };
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

function decode(bytes: Uint8Array, encoding: CsvHead['encoding'], guess: boolean): string {
  const label = encoding === 'utf-16' ? 'utf-16le' : 'utf-8';
  try {
    // A character may be cut where the head ends: `stream` leaves it out.
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    if (guess) return new TextDecoder('latin1').decode(bytes);
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
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  let lines = 1;
  let at = 0;
  for (; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\n') {
      if (!quoted) break;
      lines += 1;
    }
    if (char === '"' && quoted && text.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (char === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (!quoted && text.startsWith(delimiter, at)) {
      cells.push(cell);
      cell = '';
      at += delimiter.length - 1;
    } else cell += char;
  }
  if (quoted) throw fileProblem('The header of the file has a quotation mark without its counterpart.');
  if (at >= HEAD_BYTES / 2 && at >= text.length)
    throw fileProblem('The first line of the file is too long to be a header.');
  return { cells: [...cells, cell.replace(/\r$/, '')], lines };
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
