import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Bounds of what waits to be fetched. */
export interface KeptLimits {
  /** Bytes of all files together. */
  bytes: number;
  /** Seconds until a file is too old; negative for never. */
  seconds: number;
}

/** Files in a folder of the home: a server that starts anew still has them. The newest stay, up to a number of bytes and an age. */
export class KeptFiles {
  readonly #folder: string;
  readonly #limits: KeptLimits;
  readonly #now: () => Date;

  constructor(folder: string, limits: KeptLimits, now: () => Date) {
    this.#folder = folder;
    this.#limits = limits;
    this.#now = now;
  }

  /** Keeps bytes under a key; older ones make room. Rejects when they cannot be written. */
  async keep(key: string, bytes: Buffer): Promise<void> {
    const path = this.#pathOf(key);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // Written beside and then given its name: whatever ends the process meanwhile, the file is there whole or not at all.
    await writeFile(`${path}.part`, bytes, { mode: 0o600 });
    await rename(`${path}.part`, path);
    await this.#makeRoom();
  }

  /** The bytes under a key; undefined when they had to make room or are too old. */
  async read(key: string): Promise<Buffer | undefined> {
    return (await this.has(key)) ? readFile(this.#pathOf(key)) : undefined;
  }

  /** Whether there is something under a key that is not too old. */
  async has(key: string): Promise<boolean> {
    const found = await stat(this.#pathOf(key)).catch(() => undefined);
    return found !== undefined && !this.#isOld(found.mtimeMs);
  }

  /** Keys are the server's own; one that could lead out of the folder is none of them. */
  #pathOf(key: string): string {
    if (!/^[\w-]+$/.test(key)) throw new TypeError(`"${key}" is no key of a kept file.`);
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
        // Another process may have made room at the same time.
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
