import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { fileProblem } from './file-problem.ts';

/** One file inside a zip archive. */
interface Entry {
  name: string;
  method: number;
  size: number;
  fullSize: number;
  headerAt: number;
}

/** Bytes that one part may have unpacked: more is a bomb, or no sheet. */
const MOST_BYTES = 2 ** 31;
const MOST_ENTRIES = 10_000;
const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const END_SIZE = 22;
const STORED = 0;
const DEFLATED = 8;

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
    const file = await open(path, 'r');
    try {
      return new Archive(path, problem, await readEntries(file, problem), signal);
    } finally {
      await file.close();
    }
  }

  /** Names of all parts, as the table of contents has them. */
  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** Bytes of all parts, unpacked, as the table of contents says. */
  get size(): number {
    return [...this.#entries.values()].reduce((sum, { fullSize }) => sum + fullSize, 0);
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
    const start = await this.#dataAt(entry);
    if (entry.size === 0) return;
    this.#signal.throwIfAborted();
    const raw = createReadStream(this.#path, { start, end: start + entry.size - 1 });
    const stream: Readable = entry.method === STORED ? raw : raw.pipe(createInflateRaw());
    raw.on('error', (error) => stream.destroy(error));
    addAbortSignal(this.#signal, stream);
    let size = 0;
    try {
      for await (const chunk of stream) {
        if (!(chunk instanceof Uint8Array)) continue;
        size += chunk.length;
        if (size > entry.fullSize) throw fileProblem(`Part "${name}" of the file is larger than it says.`);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
        ? fileProblem(`Part "${name}" of the file is damaged.`)
        : error;
    } finally {
      raw.destroy();
      stream.destroy();
    }
  }

  /** The whole text of a small part. */
  async wholeText(name: string): Promise<string> {
    let text = '';
    for await (const chunk of this.text(name)) text += chunk;
    return text;
  }

  async #dataAt(entry: Entry): Promise<number> {
    const file = await open(this.#path, 'r');
    try {
      const header = await readBytes(file, entry.headerAt, 30, this.#problem);
      return entry.headerAt + 30 + header.getUint16(26, true) + header.getUint16(28, true);
    } finally {
      await file.close();
    }
  }
}

async function readBytes(
  file: FileHandle,
  position: number,
  length: number,
  problem: string,
): Promise<DataView> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, position);
  if (bytesRead < length) throw fileProblem(problem);
  return new DataView(buffer.buffer, buffer.byteOffset, length);
}

async function readEntries(file: FileHandle, problem: string): Promise<Map<string, Entry>> {
  const { size } = await file.stat();
  if (size < END_SIZE) throw fileProblem(problem);
  const tailSize = Math.min(size, END_SIZE + 65_535);
  const tail = await readBytes(file, size - tailSize, tailSize, problem);
  let end = tailSize - END_SIZE;
  while (end >= 0 && tail.getUint32(end, true) !== END_MARK) end -= 1;
  if (end < 0) throw fileProblem(problem);
  const count = tail.getUint16(end + 10, true);
  const [length, start] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (count > MOST_ENTRIES || start + length > size) throw fileProblem(problem);
  const table = await readBytes(file, start, length, problem);
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let index = 0; index < count; index++) {
    const entry = readEntry(table, at, problem);
    entries.set(entry.name, entry);
    at = entry.next;
  }
  return entries;
}

function readEntry(table: DataView, at: number, problem: string): Entry & { next: number } {
  if (at + 46 > table.byteLength || table.getUint32(at, true) !== ENTRY_MARK) throw fileProblem(problem);
  const method = table.getUint16(at + 10, true);
  const [size, fullSize] = [table.getUint32(at + 20, true), table.getUint32(at + 24, true)];
  const [nameSize, extraSize, commentSize] = [
    table.getUint16(at + 28, true),
    table.getUint16(at + 30, true),
    table.getUint16(at + 32, true),
  ];
  const next = at + 46 + nameSize + extraSize + commentSize;
  if (next > table.byteLength || (method !== STORED && method !== DEFLATED) || fullSize > MOST_BYTES)
    throw fileProblem(problem);
  const name = new TextDecoder().decode(new Uint8Array(table.buffer, table.byteOffset + at + 46, nameSize));
  return { name, method, size, fullSize, headerAt: table.getUint32(at + 42, true), next };
}
