import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TakenFile } from '../child/protocol.ts';
import type { BroughtTable, CopiedRows, Result } from '../engine.ts';

/** Bytes after which a file is handed on, so that it is read while the next one is written. */
const FILE_BYTES = 2 * 2 ** 20;

type Hand = (file: TakenFile) => void;
/** Begins a statement; `onBegun` is called when files can be handed to it, `onEnd` when its process has no more to do with it. */
type Begin = (signal: AbortSignal, onBegun: (hand: Hand) => void, onEnd: () => void) => Promise<Result>;

/**
 * Runs a statement with rows of other databases, which go through files of a folder of its own. What goes wrong with one of
 * them ends the others and the statement; the folder is gone at its end.
 */
export async function withBrought(
  brought: readonly BroughtTable[],
  { folder, signal }: { folder: string; signal: AbortSignal },
  begin: Begin,
): Promise<Result> {
  const own = join(folder, `across-${randomUUID()}`);
  await mkdir(own, { recursive: true, mode: 0o700 });
  const failed = new AbortController();
  const begun = Promise.withResolvers<Hand>();
  begun.promise.catch(() => undefined);
  let hasEnded = false;
  const remove = (): void => {
    hasEnded = true;
    void rm(own, { recursive: true, force: true }).catch((error: unknown) => {
      process.emitWarning(`Rows on their way were not removed: ${String(error)}`);
    });
  };
  // The sources begin while the statement does: the first file of each waits for it.
  const bring = async (): Promise<void> => {
    await Promise.all(
      brought.map(({ rows }, table) =>
        writeFiles(rows, join(own, String(table)), async (file) => {
          const hand = await begun.promise;
          failed.signal.throwIfAborted();
          hand({ ...file, table });
        }),
      ),
    );
  };
  const stop = (error: unknown): void => failed.abort(error);
  const bringing = bring().catch((error: unknown) => {
    // What fails because the statement has ended is told by that end.
    if (!hasEnded) stop(error);
  });
  const both = AbortSignal.any([signal, failed.signal]);
  // Whoever stops reading stops those who write, too.
  const onEnd = (): void => {
    failed.abort(new Error('The statement has ended.'));
    void bringing.finally(remove);
  };
  try {
    return await begin(both, begun.resolve, onEnd);
  } catch (error) {
    begun.reject(error);
    stop(error);
    await bringing;
    remove();
    throw error;
  }
}

/** Writes the rows of one table into files one after the other, and hands each on when it is whole. */
async function writeFiles(
  rows: CopiedRows,
  path: string,
  hand: (file: Omit<TakenFile, 'table'>) => Promise<void>,
): Promise<void> {
  const eras = !rows.areColumns && rows.columns.some(({ form }) => form === 'era');
  let handle: FileHandle | undefined;
  let [count, bytes, longest, hasEras] = [0, 0, 0, false];
  const finish = async (): Promise<void> => {
    if (!handle) return;
    await handle.close();
    handle = undefined;
    const file = { path: `${path}-${count}`, longest, hasEras };
    [count, bytes, longest, hasEras] = [count + 1, 0, 0, false];
    await hand(file);
  };
  try {
    for await (const piece of rows.pieces) {
      handle ??= await open(`${path}-${count}`, 'wx', 0o600);
      await handle.writeFile(piece.bytes);
      bytes += piece.bytes.length;
      longest = Math.max(longest, piece.longest);
      hasEras ||=
        eras && Buffer.from(piece.bytes.buffer, piece.bytes.byteOffset, piece.bytes.length).includes(' BC');
      if (bytes >= FILE_BYTES) await finish();
    }
    await finish();
  } finally {
    await handle?.close();
  }
  await hand({ path: null, longest: 0, hasEras: false });
}
