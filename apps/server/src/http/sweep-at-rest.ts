import { getHeapStatistics, type HeapInfo } from 'node:v8';
import type { FastifyInstance } from 'fastify';

/** Milliseconds between two looks, and looks in which no request came after which nobody asks for anything. */
const LOOKS_EVERY = 1_000;
const QUIET_LOOKS = 10;
/** So many do for what the start has left behind: whoever comes first waits longer for other things. */
const QUIET_AFTER_START = 2;
/** Bytes by which the heap must have grown since it was swept last. */
const WORTH = 16 * 2 ** 20;

/** Bytes in use beyond which a sweep would take longer than anybody should wait. */
const LARGE = 256 * 2 ** 20;

type HeapReading = Pick<HeapInfo, 'total_heap_size' | 'used_heap_size'>;

/**
 * Sweeps the process's memory when nobody asks for anything: what requests left behind would otherwise be held until there is need
 * of it, which may be never. A sweep takes some 70 ms, in which nobody is answered.
 */
export function sweepAtRest(app: FastifyInstance, read: () => HeapReading = getHeapStatistics): void {
  let quiet = 0;
  let patience = QUIET_AFTER_START;
  let least = 0;
  app.addHook('onRequest', (_request, _reply, done) => {
    quiet = 0;
    done();
  });
  const look = (): void => {
    quiet += 1;
    if (quiet < patience) return;
    const { total_heap_size, used_heap_size } = read();
    if (total_heap_size < least + WORTH || used_heap_size > LARGE) return;
    globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
    patience = QUIET_LOOKS;
    least = read().total_heap_size;
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    timer = setInterval(look, LOOKS_EVERY);
    timer.unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
