import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Archive } from '../archive.ts';
import { fileProblem } from '../file-problem.ts';

/** Bytes that all files of an archive may have together, unpacked. */
const MOST_BYTES = 2 ** 31;

/**
 * The files of a zip archive beside it on the disk, to be read as one table; `remove` deletes them. Throws for what is no
 * archive, holds nothing, holds files of several kinds, or is larger than can be unpacked.
 */
export async function unpacked(path: string): Promise<{ paths: string[]; remove(): Promise<void> }> {
  const archive = await Archive.open(path, 'Not a valid ZIP file');
  const names = archive.names.filter((name) => !name.endsWith('/'));
  if (names.length === 0) throw fileProblem('The ZIP file holds no files.');
  if (new Set(names.map((name) => extname(name))).size > 1) throw fileProblem('ZIP file contains multiple file types');
  if (archive.size > MOST_BYTES) throw fileProblem('The files in the ZIP file are too large together.');
  const paths = names.map((_, index) => `${path}.${index}`);
  const remove = async (): Promise<void> => {
    await Promise.all(paths.map((each) => rm(each, { force: true })));
  };
  try {
    for (const [index, name] of names.entries()) {
      await pipeline(Readable.from(archive.bytes(name)), createWriteStream(paths[index] ?? '', { flags: 'wx' }));
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { paths, remove };
}
