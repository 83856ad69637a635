import type { Config } from '../base/config.ts';
import type { RowsOnHand } from '../data/heavy/worker.ts';
import { WorkerRoom, type WorkLimits } from '../data/heavy/worker-room.ts';
import type { DrawingWork } from './drawing-work.ts';
import { unframed } from './framed.ts';

/**
 * What the processes begin with that draw. They clean up after each picture and before its pixels, and give memory back at once
 * (mimalloc is what the rasteriser takes pixels from): of 340 MB some 110 are left.
 */
const DRAWING = {
  program: new URL('./drawing-worker.ts', import.meta.url),
  options: ['--expose-gc', '--max-semi-space-size=1', '--v8-pool-size=1', '--optimize-for-size'],
  settings: {
    MIMALLOC_PURGE_DELAY: '0',
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '65536',
    MALLOC_TRIM_THRESHOLD_: '65536',
    UV_THREADPOOL_SIZE: '1',
  },
};
/** Pictures that are drawn at a time: nobody waits for one as for an answer. */
const AT_ONCE = 1;

/**
 * Where pictures are drawn: a process beside the server, as those that shape heavy answers are. It begins with the first
 * picture and ends when there is none for a while; one that takes too much memory or time ends alone.
 */
export class DrawingRoom {
  readonly #room: WorkerRoom<DrawingWork>;

  constructor(config: Pick<Config, 'WORKER_MEMORY_MB' | 'MAX_WAITING_ANSWERS'>) {
    this.#room = new WorkerRoom<DrawingWork>(config, AT_ONCE, DRAWING);
  }

  /**
   * What is drawn of the answers, which it takes over (`answers` is empty afterwards): a buffer for each of the formats. Rejects with the signal's reason, 408 when
   * it takes too long, 413 when it needs too much memory, 503 when too many wait.
   */
  async draw(answers: RowsOnHand[], work: DrawingWork, limits: WorkLimits): Promise<Buffer[]> {
    return unframed(Buffer.concat(await this.#room.run(answers, work, limits)));
  }

  close(): void {
    this.#room.close();
  }
}

/** Where pictures are drawn. */
export interface WithDrawings {
  drawings: DrawingRoom;
}
