import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a whole file before its first byte is sent, so that what goes wrong on the way is told instead of ending the
 * file; memory holds a piece at a time. The file is gone when it was read, or when nobody reads on.
 * Rejects with what the pieces reject with, with the signal's reason, or with the disk's error.
 */
export async function spooled(
  pieces: AsyncIterable<Buffer>,
  folder: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Buffer>> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  try {
    await pipeline(pieces, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  } catch (error) {
    await rm(path, { force: true });
    throw signal.aborted ? signal.reason : error;
  }
  return readOnce(path);
}

async function* readOnce(path: string): AsyncIterable<Buffer> {
  try {
    for await (const piece of createReadStream(path, { highWaterMark: 1 << 18 })) yield Buffer.from(piece);
  } finally {
    await rm(path, { force: true });
  }
}
