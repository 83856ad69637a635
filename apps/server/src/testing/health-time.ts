import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

/** Milliseconds for which a server may let others wait, whatever is asked of it. */
export const MOST_HEALTH_MS = 200;

/**
 * How long `/health` takes, in milliseconds; without those for which the server's thread was ready and others had the
 * processors, where the system tells them: on a busy machine nobody is quick.
 */
export async function healthTime(house: TestApp): Promise<number> {
  const [begun, waited] = [performance.now(), waitedHere()];
  expect((await house.as('nobody', 'GET', '/health')).status).toBe(200);
  return performance.now() - begun - (waitedHere() - waited);
}

/** Does something while `/health` is asked all the time, which has to be quick: others wait as long. */
export async function whileHealthy<Value>(house: TestApp, work: Promise<Value>): Promise<Value> {
  let done = false;
  let slowest = 0;
  const watch = (async () => {
    while (!done) {
      slowest = Math.max(slowest, await healthTime(house));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const value = await work.finally(() => {
    done = true;
  });
  await watch;
  expect(slowest).toBeLessThan(MOST_HEALTH_MS);
  return value;
}

/** Milliseconds for which this thread has waited for a processor since it began; Linux alone counts them. */
function waitedHere(): number {
  if (process.platform !== 'linux') return 0;
  const [, nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}
