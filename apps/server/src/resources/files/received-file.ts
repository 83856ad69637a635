import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ChartroomError } from '@chartroom/model';
import type { MultipartFile } from '@fastify/multipart';
import type { Ground } from '../../records/ground.ts';

/** Times that a folder is tried to be removed in which a process that was told to stop may still write. */
const TRIES = 5;

/** Does something in a folder made for it alone, and removes the folder with all that any process has put there. */
export async function inOwnFolder<T>(
  { config, uuid }: Pick<Ground, 'config' | 'uuid'>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(config.HOME, 'incoming', uuid());
  await mkdir(folder, { recursive: true });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: TRIES });
  }
}

/** Writes a file of a form to the disk as it arrives. Rejects with 413 when it is larger than `limit` bytes. */
export async function receiveFile(
  part: MultipartFile,
  path: string,
  options: { limit: number; signal: AbortSignal },
): Promise<void> {
  await pipeline(part.file, createWriteStream(path), { signal: options.signal });
  if (!part.file.truncated) return;
  throw new ChartroomError(
    `"${part.filename}" is larger than the ${sizeOf(options.limit)} that one file may have (CHARTROOM_UPLOAD_LIMIT).`,
    {
      status: 413,
      error_type: 'RESULT_TOO_LARGE_ERROR',
    },
  );
}

/** Does something with a received file; what is wrong with it is told under the name that it came with. */
export async function namingFile<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChartroomError) || error.status >= 500 || error.message.includes(name))
      throw error;
    const { status, error_type, level, extra, shape } = error;
    throw new ChartroomError(`"${name}": ${error.message}`, {
      status,
      error_type,
      level,
      extra,
      shape,
      cause: error,
    });
  }
}

function sizeOf(bytes: number): string {
  for (const [unit, size] of [
    ['GB', 2 ** 30],
    ['MB', 2 ** 20],
  ] as const)
    if (bytes >= size) return `${Math.round((bytes / size) * 10) / 10} ${unit}`;
  return `${Math.round(bytes / 1024)} kB`;
}
