import { performance } from 'node:perf_hooks';

/** Milliseconds over which the load is told. */
const SPAN = 200;

/** How busy the thread of this process is: what could as well be left undone is left undone when it has much to do. */
export class LoopLoad {
  #since = performance.now();
  #before = performance.eventLoopUtilization();
  #share = 0;

  /** The part of the time, of 0 to 1, in which it worked of late. */
  get share(): number {
    const now = performance.now();
    if (now - this.#since < SPAN) return this.#share;
    const current = performance.eventLoopUtilization();
    this.#share = performance.eventLoopUtilization(current, this.#before).utilization;
    this.#before = current;
    this.#since = now;
    return this.#share;
  }
}
