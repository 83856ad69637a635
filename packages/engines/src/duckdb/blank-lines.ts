import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FileSource } from '../child/protocol.ts';
import { fileProblem } from '../file-problem.ts';
import { type StandIn, writeFiles } from '../stand-in.ts';
import { type CsvHead, readCsvHead } from './csv-head.ts';

const [LINE_FEED, RETURN, QUOTE] = [0x0a, 0x0d, 0x22];

/**
 * A copy of a CSV in which every empty line below the header is a row without values: the engine leaves such lines out.
 * Undefined when the form asks for no such rows, or the file has no such line. Throws when its header cannot be read, and before anything is written when the
 * rows would make a far larger file of it: of a wide header every empty line takes a thousand times its byte. The signal ends it.
 */
export async function withBlankRows(source: FileSource, signal: AbortSignal): Promise<StandIn | undefined> {
  if (source.format !== 'csv' || source.blankLines !== 'rows' || !(await hasBlankLine(source.path, signal))) return undefined;
  const head = await readCsvHead(source);
  if (head.encoding !== 'utf-8') return undefined;
  // Of one column an empty text, which stands for nothing as well.
  const row = Buffer.from(head.names.length === 1 ? '""' : head.delimiter.repeat(head.names.length - 1));
  const count = await countBlankLines(source.path, head, signal);
  if (count === 0) return undefined;
  if (count * row.length > mostAdded((await stat(source.path)).size)) throw tooManyRows(count, head.names.length);
  const path = `${source.path}.lines`;
  const remove = await writeFiles([{ path, pieces: filled(source.path, head, row) }], signal);
  return { source: { ...source, path }, paths: [path], remove };
}

/** Bytes that rows without values may add to a file of so many. */
const mostAdded = (size: number): number => Math.min(3 * size + 2 ** 26, 2 ** 31);

function tooManyRows(lines: number, columns: number): Error {
  const counts = `${lines.toLocaleString('en')} empty lines, each of which would become a row of ${columns.toLocaleString('en')} columns`;
  return fileProblem(`The file has ${counts} without values. Remove these lines, or choose to skip blank lines.`);
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

/** Finds the empty lines of a file that is handed over piece by piece; line breaks inside quotation marks end no line. */
class BlankLines {
  readonly #skip: number;
  #line = 0;
  #isEmpty = true;
  #isQuoted = false;

  constructor({ skip }: CsvHead) {
    this.#skip = skip;
  }

  /** Places in the next piece at which an empty line below the header ends. */
  in(piece: Uint8Array): number[] {
    const places: number[] = [];
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at];
      if (byte === LINE_FEED) {
        if (this.#isEmpty && !this.#isQuoted && this.#line >= this.#skip) places.push(at);
        this.#line += 1;
        this.#isEmpty = true;
      } else if (byte !== RETURN) {
        this.#isEmpty = false;
        if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      }
    }
    return places;
  }
}

async function countBlankLines(path: string, head: CsvHead, signal: AbortSignal): Promise<number> {
  const lines = new BlankLines(head);
  let count = 0;
  for await (const piece of createReadStream(path, { signal })) if (piece instanceof Uint8Array) count += lines.in(piece).length;
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
