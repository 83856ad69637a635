import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { ChartroomError } from '@chartroom/model';
import { KeptFiles, type KeptLimits } from '../../base/kept-files.ts';
import type { LabRows } from './result-json.ts';
import { rowsInParts, rowsOfParts } from './rows-in-parts.ts';

const pack = promisify(deflate);
const unpack = promisify(inflate);

const MEGABYTE = 2 ** 20;
/** With what an answer begins that is written already: rows begin otherwise. */
const BRACE = 0x7b;

/** Rows of runs, in files of a folder of the home. */
export class KeptResults {
  readonly #files: KeptFiles;
  /** Answers that are being written to their files. */
  readonly #coming = new Map<string, Promise<void>>();
  readonly #most: number;

  constructor(folder: string, limits: KeptLimits, now: () => Date) {
    this.#files = new KeptFiles(folder, limits, now);
    this.#most = limits.bytes;
  }

  /**
   * Keeps a result; older ones make room. Rejects when it is larger than all the room or than so many megabytes, or cannot
   * be written.
   */
  async keep(key: string, rows: LabRows, megabytes?: number): Promise<void> {
    const whole = await rowsInParts(rows);
    requireSize(whole.length, megabytes);
    const bytes = await pack(whole);
    if (bytes.length > this.#most) {
      throw unkept(
        'RESULT_TOO_LARGE_ERROR',
        'The query has run, but its rows are more than can be kept. Ask for fewer of them.',
      );
    }
    try {
      await this.#files.keep(key, bytes);
    } catch (error) {
      throw unkept(
        'RESULTS_BACKEND_ERROR',
        'The query has run, but its rows could not be kept. Please run it again.',
        error,
      );
    }
  }

  /**
   * Keeps an answer as it was written, while its asker reads it already, and the pages that follow it, which are written
   * one after the other; what there is no room for is not kept.
   */
  keepWritten(
    key: string,
    answer: Buffer,
    pages = 0,
    written: (page: number) => Promise<Buffer> = () => Promise.resolve(answer),
  ): void {
    const keep = async () => {
      await this.#pack(key, answer);
      for (let page = 1; page <= pages; page += 1) await this.#pack(pageKey(key, page), await written(page));
    };
    const kept = keep()
      // Who asked has the rows; that they are not found later is said then.
      .catch(() => undefined)
      .finally(() => this.#coming.delete(key));
    this.#coming.set(key, kept);
  }

  /** Waits for what is being written. */
  async settled(): Promise<void> {
    await Promise.all(this.#coming.values());
  }

  async #pack(key: string, answer: Buffer): Promise<void> {
    const bytes = await pack(answer, { level: 1 });
    if (bytes.length <= this.#most) await this.#files.keep(key, bytes);
  }

  /** A page of an answer that follows the first one; undefined where there is none, or none any more. */
  async readPage(key: string, page: number): Promise<Buffer | undefined> {
    await this.#coming.get(key);
    const bytes = await this.#files.read(pageKey(key, page));
    return bytes && unpack(bytes);
  }

  /** What is under a key: rows, or the answer that they were written as. Undefined when it had to make room, is too old, or was kept in another form. */
  async read(key: string): Promise<LabRows | Buffer | undefined> {
    await this.#coming.get(key);
    const bytes = await this.#files.read(key);
    if (!bytes) return undefined;
    const whole = await unpack(bytes);
    return whole[0] === BRACE ? whole : rowsOfParts(whole);
  }
}

function pageKey(key: string, page: number): string {
  return `${key}-${page}`;
}

/** Throws RESULT_TOO_LARGE_ERROR for rows of more bytes than the operator allows one run. */
export function requireSize(bytes: number, megabytes: number | undefined): void {
  if (megabytes === undefined || bytes <= megabytes * MEGABYTE) return;
  const size = Math.ceil((bytes / MEGABYTE) * 10) / 10;
  throw new ChartroomError(
    `The rows of the query have ${size} MB, more than the ${megabytes} MB that one may have. Ask for fewer of them.`,
    {
      status: 413,
      error_type: 'RESULT_TOO_LARGE_ERROR',
      level: 'error',
    },
  );
}

function unkept(
  error_type: 'RESULT_TOO_LARGE_ERROR' | 'RESULTS_BACKEND_ERROR',
  message: string,
  cause?: unknown,
): ChartroomError {
  return new ChartroomError(message, { status: 500, error_type, level: 'error', cause });
}
