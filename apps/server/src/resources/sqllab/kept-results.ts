import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { deflate, inflate } from 'node:zlib';
import { ChartroomError } from '@chartroom/model';
import type { Frame } from '@chartroom/query';

const pack = promisify(deflate);
const unpack = promisify(inflate);

/** Bounds of what waits to be fetched. */
export interface KeptLimits {
  /** Bytes of all files together. */
  bytes: number;
  /** Seconds until a result is too old; negative for never. */
  seconds: number;
}

/**
 * Rows of runs that nobody waited for, in files of a folder of the home: a server that starts anew still has them. The
 * newest stay, up to a number of bytes and an age.
 */
export class KeptResults {
  readonly #folder: string;
  readonly #limits: KeptLimits;
  readonly #now: () => Date;

  constructor(folder: string, limits: KeptLimits, now: () => Date) {
    this.#folder = folder;
    this.#limits = limits;
    this.#now = now;
  }

  /** Keeps a result; older ones make room. Rejects when it is larger than all the room, or cannot be written. */
  async keep(key: string, frame: Frame): Promise<void> {
    const bytes = await pack(serialize(frame));
    if (bytes.length > this.#limits.bytes) {
      throw unkept('RESULT_TOO_LARGE_ERROR', 'The query has run, but its rows are more than can be kept. Ask for fewer of them.');
    }
    try {
      await this.#write(this.#pathOf(key), bytes);
    } catch (error) {
      throw unkept('RESULTS_BACKEND_ERROR', 'The query has run, but its rows could not be kept. Please run it again.', error);
    }
  }

  async #write(path: string, bytes: Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // Written beside and then given its name: whatever ends the process meanwhile, the result is there whole or not at all.
    await writeFile(`${path}.part`, bytes, { mode: 0o600 });
    await rename(`${path}.part`, path);
    await this.#makeRoom();
  }

  /** The rows under a key; undefined when they had to make room or are too old. */
  async read(key: string): Promise<Frame | undefined> {
    const path = this.#pathOf(key);
    const found = await stat(path).catch(() => undefined);
    if (!found || this.#isOld(found.mtimeMs)) return undefined;
    const frame: Frame = deserialize(await unpack(await readFile(path)));
    return frame;
  }

  /** Keys are the server's own; one that could lead out of the folder is none of them. */
  #pathOf(key: string): string {
    if (!/^[\w-]+$/.test(key)) throw new TypeError(`"${key}" is no key of a result.`);
    return join(this.#folder, key);
  }

  #isOld(writtenAt: number): boolean {
    return this.#limits.seconds >= 0 && this.#now().getTime() - writtenAt > this.#limits.seconds * 1_000;
  }

  async #makeRoom(): Promise<void> {
    const names = await readdir(this.#folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name);
        // Another run may have made room at the same time.
        const found = await stat(path).catch(() => undefined);
        return { path, at: found?.mtimeMs ?? 0, bytes: found?.size ?? 0 };
      }),
    );
    let total = 0;
    for (const { path, at, bytes } of files.sort((a, b) => b.at - a.at)) {
      total += bytes;
      if (total > this.#limits.bytes || this.#isOld(at)) await rm(path, { force: true });
    }
  }
}

function unkept(error_type: 'RESULT_TOO_LARGE_ERROR' | 'RESULTS_BACKEND_ERROR', message: string, cause?: unknown): ChartroomError {
  return new ChartroomError(message, { status: 500, error_type, level: 'error', cause });
}
