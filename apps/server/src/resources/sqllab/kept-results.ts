import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { deflate, inflate } from 'node:zlib';
import { ChartroomError } from '@chartroom/model';
import type { Frame } from '@chartroom/query';
import { KeptFiles, type KeptLimits } from '../../base/kept-files.ts';

const pack = promisify(deflate);
const unpack = promisify(inflate);

const MEGABYTE = 2 ** 20;

/** Rows of runs that nobody waited for, in files of a folder of the home. */
export class KeptResults {
  readonly #files: KeptFiles;
  readonly #most: number;

  constructor(folder: string, limits: KeptLimits, now: () => Date) {
    this.#files = new KeptFiles(folder, limits, now);
    this.#most = limits.bytes;
  }

  /**
   * Keeps a result; older ones make room. Rejects when it is larger than all the room or than so many megabytes, or cannot
   * be written.
   */
  async keep(key: string, frame: Frame, megabytes?: number): Promise<void> {
    const whole = serialize(frame);
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

  /** The rows under a key; undefined when they had to make room or are too old. */
  async read(key: string): Promise<Frame | undefined> {
    const bytes = await this.#files.read(key);
    if (!bytes) return undefined;
    const frame: Frame = deserialize(await unpack(bytes));
    return frame;
  }
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
