import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { Archive } from '../files/archive.ts';
import { fileProblem } from '../files/file-problem.ts';
import type { FileSource } from '../files/file-source.ts';
import { type StandIn, writeFiles } from '../files/stand-in.ts';

/** Bytes that all files of an archive may have together, unpacked. */
const MOST_BYTES = 2 ** 31;
/** How many times larger than packed they may be together: the bound that bundles have too (contract's safety case A25). */
const MOST_RATIO = 200;
/** What every Parquet file begins with. */
const MARK = 'PAR1';

/**
 * The files of a zip archive beside it on the disk, to be read as one table; undefined for other files. Throws for what is no
 * archive, holds nothing, holds files of several kinds or other files than Parquet, or is larger than can be unpacked, and
 * when the signal fires.
 */
export async function unpacked(source: FileSource, signal: AbortSignal): Promise<StandIn | undefined> {
  const { path } = source;
  if (source.format !== 'columnar' || !path.endsWith('.zip')) return undefined;
  const archive = await Archive.open(path, 'Not a valid ZIP file', signal);
  const names = archive.names.filter((name) => !name.endsWith('/'));
  if (names.length === 0) throw fileProblem('The ZIP file holds no files.');
  if (new Set(names.map((name) => extname(name))).size > 1)
    throw fileProblem('ZIP file contains multiple file types');
  if (archive.size > MOST_BYTES) throw fileProblem('The files in the ZIP file are too large together.');
  if (archive.size > MOST_RATIO * (await stat(path)).size)
    throw fileProblem('The ZIP file is packed more tightly than allowed.');
  const parts = names.map((name, index) => ({
    name,
    path: `${path}.${index}`,
    pieces: parquet(archive, name),
  }));
  const remove = await writeFiles(parts, signal);
  const shown = new Map(parts.map((part) => [part.path, `"${part.name}"`]));
  return { source, paths: parts.map((part) => part.path), names: shown, remove };
}

/** A file of the archive piece by piece. Throws before the first piece when it is no Parquet file. */
async function* parquet(archive: Archive, name: string): AsyncGenerator<Uint8Array> {
  const problem = fileProblem(`"${name}" in the ZIP file is no Parquet file.`);
  let head = Buffer.alloc(0);
  for await (const piece of archive.bytes(name)) {
    if (head.length >= MARK.length) {
      yield piece;
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < MARK.length) continue;
    if (head.toString('latin1', 0, MARK.length) !== MARK) throw problem;
    yield head;
  }
  if (head.length < MARK.length) throw problem;
}
