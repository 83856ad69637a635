/**
 * Loaded into the server by `--import`, for sweeps only: writes a line for every time at which its event loop was kept from
 * going round by what the server itself did, longer than it may be.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { waitedForMachine } from './scheduling.ts';
import { Stacks } from './stacks.ts';

/** Milliseconds between two looks. */
const EVERY = 10;
/** Milliseconds from which on a block is told, and from which on it is told where they went. */
const TOLD_FROM = 50;
const EXPLAINED_FROM = 100;

const file = process.env.HEAVY_SWEEP_PROBE;
if (isMainThread && file !== undefined && process.argv[1]?.endsWith('main.ts')) {
  let [last, waited] = [performance.now(), waitedForMachine(process.pid)];
  const stacks = process.env.HEAVY_SWEEP_STACKS ? new Stacks() : undefined;
  const look = () => {
    const [now, waitedNow] = [performance.now(), waitedForMachine(process.pid)];
    const blocked = now - last - EVERY;
    const own = blocked - (waitedNow - waited);
    if (own > TOLD_FROM) {
      const where = own > EXPLAINED_FROM ? (stacks?.last(blocked) ?? []) : [];
      appendFileSync(file, `${JSON.stringify({ at: Date.now(), blocked: Math.round(blocked), own: Math.round(own), where })}\n`);
    }
    stacks?.turn();
    [last, waited] = [performance.now(), waitedNow];
    setTimeout(look, EVERY).unref();
  };
  look();
}
