/**
 * Loaded into the server by `--import`, for sweeps only: writes a line for every time at which its event loop was kept from
 * going round by what the server itself did, longer than it may be.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { scheduled, takenByMachine } from './scheduling.ts';
import { Stacks } from './stacks.ts';

/** Milliseconds between two looks. */
const EVERY = 20;
/** Milliseconds from which on a block is told, and from which on it is told where they went. */
const TOLD_FROM = 50;
const EXPLAINED_FROM = 100;

const file = process.env.HEAVY_SWEEP_PROBE;
if (isMainThread && file !== undefined && process.argv[1]?.endsWith('main.js')) {
  let [last, before] = [performance.now(), scheduled(process.pid)];
  const stacks = process.env.HEAVY_SWEEP_STACKS ? new Stacks() : undefined;
  const look = () => {
    const [now, after] = [performance.now(), scheduled(process.pid)];
    const blocked = now - last - EVERY;
    const own = blocked - takenByMachine(blocked, before, after);
    if (own > TOLD_FROM) {
      const where = own > EXPLAINED_FROM ? (stacks?.last(blocked) ?? []) : [];
      appendFileSync(
        file,
        `${JSON.stringify({ at: Date.now(), blocked: Math.round(blocked), own: Math.round(own), where })}\n`,
      );
    }
    stacks?.turn();
    [last, before] = [performance.now(), after];
    setTimeout(look, EVERY).unref();
  };
  look();
}
