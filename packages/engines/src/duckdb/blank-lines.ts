import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileProblem } from '../files/file-problem.ts';
import type { FileSource } from '../files/file-source.ts';
import { type StandIn, writeFiles } from '../files/stand-in.ts';
import { type CsvHead, readCsvHead } from './csv-head.ts';

const [LINE_FEED, RETURN, QUOTE, BLANK] = [0x0a, 0x0d, 0x22, 0x20];
const UTF_8_MARK = [0xef, 0xbb, 0xbf];

/**
 * A copy of a CSV in which every empty line below the header is a row without values: the engine leaves such lines out.
 * Undefined when the form asks for no such rows, or the file has no such line. Throws when its header cannot be read, and before anything is written when the
 * rows would make a far larger file of it: of a wide header every empty line takes a thousand times its byte. The signal ends it.
 */
export async function withBlankRows(source: FileSource, signal: AbortSignal): Promise<StandIn | undefined> {
  if (source.format !== 'csv' || source.blankLines !== 'rows' || !(await hasBlankLine(source.path, signal)))
    return undefined;
  const head = await readCsvHead(source);
  if (head.encoding !== 'utf-8') return undefined;
  // Of one column an empty text, which stands for nothing as well.
  const row = Buffer.from(head.names.length === 1 ? '""' : head.delimiter.repeat(head.names.length - 1));
  const count = await countBlankLines(source.path, head, signal);
  if (count === 0) return undefined;
  if (count * row.length > mostAdded((await stat(source.path)).size))
    throw tooManyRows(count, head.names.length);
  const path = `${source.path}.lines`;
  const remove = await writeFiles([{ path, pieces: filled(source.path, head, row) }], signal);
  return { source: { ...source, path }, paths: [path], remove };
}

/** Bytes that rows without values may add to a file of so many. */
const mostAdded = (size: number): number => Math.min(3 * size + 2 ** 26, 2 ** 31);

function tooManyRows(lines: number, columns: number): Error {
  const counts = `${lines.toLocaleString('en')} empty lines, each of which would become a row of ${columns.toLocaleString('en')} columns`;
  return fileProblem(
    `The file has ${counts} without values. Remove these lines, or choose to skip blank lines.`,
  );
}

async function hasBlankLine(path: string, signal: AbortSignal): Promise<boolean> {
  let end = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1', signal })) {
    const text = end + String(chunk);
    if (text.includes('\n\n') || text.includes('\n\r\n')) return true;
    end = text.slice(-2);
  }
  return false;
}

/** Where in a cell a byte stands. After a quotation mark inside quoted text another one may follow, which is part of the text. */
type Place = 'start' | 'plain' | 'quoted' | 'after-quote';

/**
 * Finds the empty lines of a file that is handed over piece by piece; line breaks inside quoted text end no line. Quotation
 * marks count as the engine counts them: only below the header, and only at the start of a cell or after its blanks.
 */
class BlankLines {
  readonly #skip: number;
  readonly #delimiter: Buffer;
  /** Bytes of the delimiter that have come. */
  #matched = 0;
  #offset = 0;
  #line = 0;
  #isEmpty = true;
  #place: Place = 'start';

  constructor({ skip, delimiter }: CsvHead) {
    this.#skip = skip;
    this.#delimiter = Buffer.from(delimiter);
  }

  /** Places in the next piece at which an empty line below the header ends. */
  in(piece: Uint8Array): number[] {
    const places: number[] = [];
    for (let at = 0; at < piece.length; at++, this.#offset++) {
      const byte = piece[at] ?? 0;
      if (byte === LINE_FEED && this.#place !== 'quoted') {
        if (this.#isEmpty && this.#line >= this.#skip) places.push(at);
        this.#line += 1;
        this.#isEmpty = true;
        this.#place = 'start';
        this.#matched = 0;
      } else if (byte !== RETURN) {
        this.#isEmpty = false;
        if (this.#line >= this.#skip) this.#step(byte);
      }
    }
    return places;
  }

  #step(byte: number): void {
    if (this.#place === 'quoted') {
      if (byte === QUOTE) this.#place = 'after-quote';
      return;
    }
    if (byte === QUOTE && this.#place !== 'plain') this.#place = 'quoted';
    else if (this.#endsCell(byte)) this.#place = 'start';
    else if (!(this.#place === 'start' && (byte === BLANK || this.#isMark(byte)))) this.#place = 'plain';
  }

  #endsCell(byte: number): boolean {
    const isNext = byte === this.#delimiter[this.#matched];
    this.#matched = isNext ? this.#matched + 1 : Number(byte === this.#delimiter[0]);
    if (this.#matched < this.#delimiter.length) return false;
    this.#matched = 0;
    return true;
  }

  /** Whether a byte belongs to the mark with which a file of UTF-8 may begin. */
  #isMark(byte: number): boolean {
    return byte === UTF_8_MARK[this.#offset];
  }
}

async function countBlankLines(path: string, head: CsvHead, signal: AbortSignal): Promise<number> {
  const lines = new BlankLines(head);
  let count = 0;
  for await (const piece of createReadStream(path, { signal }))
    if (piece instanceof Uint8Array) count += lines.in(piece).length;
  return count;
}

/** The file piece by piece, with `row` in its empty lines. */
async function* filled(path: string, head: CsvHead, row: Buffer): AsyncGenerator<Uint8Array> {
  const lines = new BlankLines(head);
  for await (const piece of createReadStream(path)) {
    if (!(piece instanceof Uint8Array)) continue;
    let from = 0;
    for (const at of lines.in(piece)) {
      yield piece.subarray(from, at);
      yield row;
      from = at;
    }
    yield piece.subarray(from);
  }
}
