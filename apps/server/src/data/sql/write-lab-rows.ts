import type { Frame } from '@chartroom/query';
import { askerOf } from '../asker.ts';
import type { DataConfig } from '../data-config.ts';
import { joinedBytes } from '../heavy/breathing.ts';
import { Gathering } from '../heavy/gathering.ts';
import { AS_READ } from '../heavy/shaping.ts';
import type { WorkerRoom } from '../heavy/worker-room.ts';
import type { Principal } from '../ports.ts';

/** At most `most` rows as SQL Lab shows them, as one JSON object behind these facts. Rejects as `WorkerRoom.run` does. */
export async function writeLabRows(
  frame: Frame,
  { facts, most }: { facts: object; most: number },
  room: WorkerRoom,
  { bounds, sqllab_timeout }: DataConfig,
  { who, signal }: { who: Principal; signal: AbortSignal },
): Promise<Buffer> {
  const rows = new Gathering();
  await rows.hold(frame);
  const work = { shaping: AS_READ, writing: { form: 'lab', facts, most } as const, bounds };
  return joinedBytes(
    await rows.written(work, room, { asker: askerOf(who), signal, timeoutMs: sqllab_timeout * 1000 }),
  );
}
