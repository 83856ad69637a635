import { expect, test } from 'vitest';
import { Breathing } from './breathing.ts';

/** Keeps the thread for a while. */
function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('many long works together keep others waiting for one step, not for one of each', async () => {
  let steps = 0;
  let ended = false;
  const works = Array.from({ length: 20 }, async () => {
    const breathing = new Breathing();
    for (let step = 0; step < 3; step += 1) {
      busy(3);
      steps += 1;
      await breathing.step();
    }
  });
  // Each has made its first step by now.
  const between: number[] = [];
  const others = (async () => {
    while (!ended) {
      const before = steps;
      await new Promise(setImmediate);
      between.push(steps - before);
    }
  })();
  await Promise.all(works);
  ended = true;
  await others;
  expect(steps).toBe(60);
  expect(Math.max(...between)).toBe(1);
});

// A process that the machine holds up for some milliseconds looks like one that works for as long.
test('a short work waits for nobody', { retry: 3 }, async () => {
  const breathing = new Breathing();
  let turns = 0;
  setImmediate(() => {
    turns += 1;
  });
  for (let step = 0; step < 100; step += 1) await breathing.step();
  expect(turns).toBe(0);
});
