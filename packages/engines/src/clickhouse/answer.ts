import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { Cell, ColumnBatch, ResultColumn } from '@chartroom/query';
import { endOfItem } from '../http/json-text.ts';
import { type AnswerBounds, tooLargeAnswer, tooLargeCell, USUAL_BOUNDS } from '../rows/answer-bounds.ts';
import { describeColumn, type ReadCell, textOfBytes } from './values.ts';

/** The format in which answers are read: a line of names, a line of types, then one line for each row. */
export const FORMAT = 'JSONCompactEachRowWithNamesAndTypes';

const LINE_FEED = 10;
/** Bytes that the words of an error may have. */
const MOST_WORDS = 2 ** 20;
/** What stands between the marks of an error in the middle of the rows; servers before 25.11 write no marks. */
const ERROR_TEXT = /Code: \d+\. DB::Exception: [\s\S]*?(?=\s*(?:\d+ \S+\s*)?(?:__exception__\s*)?$)/;

/** The answer of a running query as it comes over the network; nothing is read ahead, so the server waits for the reader. */
export class Answer {
  readonly #stream: Readable;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #bounds: AnswerBounds;
  #rest: Buffer = Buffer.alloc(0);
  #readers: ReadCell[] = [];
  #ended = false;

  constructor(stream: Readable, bounds: AnswerBounds = USUAL_BOUNDS) {
    this.#bounds = bounds;
    this.#stream = stream;
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** Whether the server has nothing more to say. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Breaks the connection. */
  leave(): void {
    this.#stream.destroy();
  }

  /** The columns; none for a statement without rows. Rejects with the server's words when the query fails before. */
  async columns(): Promise<ResultColumn[]> {
    const names = await this.#headLine();
    if (names === undefined) return [];
    const types = await this.#headLine();
    if (types === undefined) throw new Error('The server closed the connection in the middle of its answer.');
    const described = names.map((name, column) => describeColumn(name, types[column] ?? 'String'));
    this.#readers = described.map(({ read }) => read);
    return described.map(({ column }) => column);
  }

  /** The rows that came next; undefined at the end. Rejects when the query fails in the middle. */
  async next(): Promise<ColumnBatch | undefined> {
    for (;;) {
      const end = this.#rest.lastIndexOf(LINE_FEED) + 1;
      if (end > 0) {
        const lines = this.#rest.subarray(0, end);
        this.#rest = this.#rest.subarray(end);
        return this.#batch(lines);
      }
      if (!(await this.#more())) {
        if (this.#rest.length > 0) throw await this.#failure(this.#rest);
        return undefined;
      }
    }
  }

  async #headLine(): Promise<string[] | undefined> {
    let end = this.#rest.indexOf(LINE_FEED);
    while (end < 0) {
      if (!(await this.#more())) {
        if (this.#rest.length > 0) throw await this.#failure(this.#rest);
        return undefined;
      }
      end = this.#rest.indexOf(LINE_FEED);
    }
    const line = this.#rest.toString('utf8', 0, end);
    const names: unknown = line.startsWith('[') ? JSON.parse(line) : undefined;
    if (!Array.isArray(names)) throw await this.#failure(this.#rest);
    this.#rest = this.#rest.subarray(end + 1);
    return names.map(String);
  }

  /** Reads until there is another end of a line in what has come, or the end. */
  async #more(): Promise<boolean> {
    if (this.#ended) return false;
    // Joined when the line is whole: to join at every piece would take the square of its length.
    const pieces = [this.#rest];
    let bytes = this.#rest.length;
    try {
      for (let isWhole = false; !isWhole; ) {
        const { done, value } = await this.#chunks.next();
        if (done) {
          this.#ended = true;
          break;
        }
        pieces.push(value);
        bytes += value.length;
        isWhole = value.includes(LINE_FEED);
        if (bytes > this.#bounds.MAX_ANSWER_BYTES) throw tooLargeAnswer(this.#bounds);
      }
    } finally {
      if (pieces.length > 1)
        this.#rest =
          pieces[0]?.length === 0 && pieces.length === 2 ? (pieces[1] ?? this.#rest) : Buffer.concat(pieces);
    }
    return pieces.length > 1;
  }

  /** Rows of whole lines; the first line that is no row begins the words of an error. */
  async #batch(lines: Buffer): Promise<ColumnBatch | undefined> {
    const isText = isUtf8(lines);
    const read = isText ? readCell : readBytes;
    const columns: Cell[][] = this.#readers.map(() => []);
    let length = 0;
    const text = lines.toString(isText ? 'utf8' : 'latin1');
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf('\n', start);
      if (text[start] !== '[' || text[end - 1] !== ']') {
        // Rows before it are not handed out: the answer has failed as a whole.
        throw await this.#failure(
          Buffer.concat([Buffer.from(text.slice(start), isText ? 'utf8' : 'latin1'), this.#rest]),
        );
      }
      let at = start + 1;
      for (let column = 0; column < this.#readers.length; column++) {
        const cellEnd = endOfItem(text, at);
        if (cellEnd - at > this.#bounds.MAX_CELL_BYTES) throw tooLargeCell(this.#bounds.MAX_CELL_BYTES);
        columns[column]?.push(read(text.slice(at, cellEnd), this.#readers[column] ?? String));
        // A comma and a blank.
        at = cellEnd + 2;
      }
      length += 1;
      start = end + 1;
    }
    return { length, columns };
  }

  /** The error that the text, and all that follows, tells of. */
  async #failure(text: Buffer): Promise<Error> {
    this.#rest = text;
    try {
      while (this.#rest.length < MOST_WORDS && (await this.#more()));
    } catch {
      // After the words of an error the server breaks the connection: they are what counts.
      this.#ended = true;
    }
    const words = ERROR_TEXT.exec(this.#rest.toString('utf8'))?.[0];
    return new Error(words ?? 'The server closed the connection in the middle of its answer.');
  }
}

function readCell(json: string, read: ReadCell): Cell {
  return json === 'null' ? null : read(json);
}

/** A cell of a line that holds bytes of no UTF-8. */
function readBytes(json: string, read: ReadCell): Cell {
  const cell = readCell(json, read);
  return typeof cell === 'string' ? textOfBytes(cell) : cell;
}
