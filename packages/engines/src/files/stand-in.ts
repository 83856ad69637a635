import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileSource } from './file-source.ts';

/** Files that are read in place of an uploaded one until they are removed. */
export interface StandIn {
  /** How they are to be read. */
  source: FileSource;
  paths: string[];
  /** What messages call them, by path; the others are `the file`. */
  names?: ReadonlyMap<string, string>;
  /** The encoding of a text as it was sent, where the copy has another. */
  encoding?: string | undefined;
  remove(): Promise<void>;
}

/** What a file will hold, made as it is written. */
interface Writing {
  path: string;
  pieces: AsyncIterable<Uint8Array | string>;
}

/**
 * Writes files one after the other; gives what removes them. Throws, and leaves none of them, when something of one cannot
 * be made or written, when a file is there already, and as soon as the signal fires.
 */
export async function writeFiles(
  files: readonly Writing[],
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const remove = async (): Promise<void> => {
    await Promise.all(files.map(({ path }) => rm(path, { force: true })));
  };
  try {
    for (const { path, pieces } of files)
      await pipeline(Readable.from(pieces), createWriteStream(path, { flags: 'wx' }), { signal });
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}
