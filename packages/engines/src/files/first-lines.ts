import { open } from 'node:fs/promises';
import type { FileSource } from './file-source.ts';
import { type StandIn, writeFiles } from './stand-in.ts';
import { headEncoding } from './text-encoding.ts';

/** Bytes that a first look reads, and how many times as large a file has to be for one to be worth it. */
const FIRST_BYTES = 2 ** 21;
const WORTH_IT = 4;

const [LINE_FEED, QUOTE] = [0x0a, 0x22];

/**
 * A copy of the first lines of a large CSV, which stands beside it. Undefined for other files: small ones, archives and
 * those whose lines cannot be told by their bytes.
 */
export async function firstLines(source: FileSource, signal: AbortSignal): Promise<StandIn | undefined> {
  if (source.format !== 'csv' || source.path.endsWith('.zip')) return undefined;
  const bytes = await beginOf(source.path);
  if (!bytes || headEncoding(bytes)?.startsWith('utf-16')) return undefined;
  const end = endOfLines(bytes);
  if (end === 0) return undefined;
  const path = `${source.path}.first`;
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, end);
  };
  const remove = await writeFiles([{ path, pieces: pieces() }], signal);
  return { source: { ...source, path }, paths: [path], remove };
}

async function beginOf(path: string): Promise<Uint8Array | undefined> {
  const file = await open(path, 'r');
  try {
    if ((await file.stat()).size < FIRST_BYTES * WORTH_IT) return undefined;
    const { buffer, bytesRead } = await file.read(new Uint8Array(FIRST_BYTES), 0, FIRST_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Where the last line ends that no quotation mark leaves open; 0 when none does. */
function endOfLines(bytes: Uint8Array): number {
  let [end, quotes] = [0, 0];
  for (const [at, byte] of bytes.entries()) {
    if (byte === QUOTE) quotes += 1;
    else if (byte === LINE_FEED && quotes % 2 === 0) end = at + 1;
  }
  return end;
}
