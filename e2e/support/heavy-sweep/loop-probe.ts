/**
 * Loaded into the server by `--import`, for sweeps only: writes a line for every time at which its event loop was kept from
 * going round by what the server itself did, longer than it may be.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { waitedForMachine } from './scheduling.ts';

/** Milliseconds between two looks. */
const EVERY = 10;
/** Milliseconds from which on a block is told. */
const TOLD_FROM = 50;

const file = process.env.HEAVY_SWEEP_PROBE;
if (isMainThread && file !== undefined && process.argv[1]?.endsWith('main.ts')) {
  let [last, waited] = [performance.now(), waitedForMachine(process.pid)];
  const look = () => {
    const [now, waitedNow] = [performance.now(), waitedForMachine(process.pid)];
    const blocked = now - last - EVERY;
    const own = blocked - (waitedNow - waited);
    if (own > TOLD_FROM)
      appendFileSync(file, `${JSON.stringify({ at: Date.now(), blocked: Math.round(blocked), own: Math.round(own) })}\n`);
    [last, waited] = [performance.now(), waitedNow];
    setTimeout(look, EVERY).unref();
  };
  look();
}
