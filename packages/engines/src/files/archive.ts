import { addAbortSignal, type Readable } from 'node:stream';
import { type Entry, openPromise } from 'yauzl';
import { fileProblem } from './file-problem.ts';

/** Bytes that one part may have unpacked: more is a bomb, or no sheet. */
const MOST_BYTES = 2 ** 31;
const MOST_ENTRIES = 10_000;
const STORED = 0;
const DEFLATED = 8;
/**
 * Names are taken as they are: they choose parts, and no file is ever written under one. What a part unpacks to is counted
 * here, where its name is known.
 */
const READING = { decodeStrings: false, validateEntrySizes: false };

/** A zip archive, part by part, without unpacking it to disk. */
export class Archive {
  readonly #path: string;
  readonly #problem: string;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #signal: AbortSignal;

  private constructor(path: string, problem: string, entries: Map<string, Entry>, signal: AbortSignal) {
    this.#path = path;
    this.#problem = problem;
    this.#signal = signal;
    this.#entries = entries;
  }

  /** Reads the table of contents. Throws what `problem` says when the file is no archive. The signal ends all reading of parts. */
  static async open(path: string, problem: string, signal: AbortSignal): Promise<Archive> {
    try {
      return new Archive(path, problem, await readEntries(path, problem), signal);
    } catch (error) {
      throw asProblem(error, problem);
    }
  }

  /** Names of all parts, as the table of contents has them. */
  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** Bytes of all parts, unpacked, as the table of contents says. */
  get size(): number {
    return [...this.#entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** The text of a part, chunk by chunk. Throws as `bytes` does. */
  async *text(name: string): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    for await (const chunk of this.bytes(name)) yield decoder.decode(chunk, { stream: true });
  }

  /** A part, chunk by chunk. Throws when it is not there, grows beyond what it said, or is to be read no more. */
  async *bytes(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (!entry) throw fileProblem(`The file is incomplete: it has no part "${name}".`);
    this.#signal.throwIfAborted();
    const stream = await this.#stream(entry);
    addAbortSignal(this.#signal, stream);
    let size = 0;
    try {
      for await (const chunk of stream) {
        if (!(chunk instanceof Uint8Array)) continue;
        size += chunk.length;
        if (size > entry.uncompressedSize)
          throw fileProblem(`Part "${name}" of the file is larger than it says.`);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
        ? fileProblem(`Part "${name}" of the file is damaged.`)
        : error;
    } finally {
      stream.destroy();
    }
  }

  /** A part; the file is closed when that has been read. */
  async #stream(entry: Entry): Promise<Readable> {
    try {
      const zip = await openPromise(this.#path, { ...READING, autoClose: false });
      try {
        return await zip.openReadStreamPromise(entry);
      } finally {
        zip.close();
      }
    } catch (error) {
      throw asProblem(error, this.#problem);
    }
  }
}

async function readEntries(path: string, problem: string): Promise<Map<string, Entry>> {
  const zip = await openPromise(path, { ...READING });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const isKnown = entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED;
    if (zip.entryCount > MOST_ENTRIES || !isKnown || entry.uncompressedSize > MOST_BYTES)
      throw fileProblem(problem);
    entries.set(new TextDecoder().decode(entry.fileNameRaw), entry);
  }
  return entries;
}

/** What has no code is said by the reader of archives about the file; the system and this package have codes. */
function asProblem(error: unknown, problem: string): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  return Object.assign(fileProblem(problem), { cause: error });
}
