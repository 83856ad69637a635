import { expect, test } from 'vitest';
import { turns } from './session-pool.ts';

const stay = new AbortController().signal;

test('no more jobs than allowed run at a time, in the order they came', async () => {
  const inTurn = turns(2);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const job = (name: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    order.push(name);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    return name;
  };
  const names = [1, 2, 3, 4, 5, 6];
  expect(await Promise.all(names.map((name) => inTurn(stay, job(name))))).toEqual(names);
  expect(order).toEqual(names);
  expect(most).toBe(2);
});

test('a job whose asker leaves while it waits is never begun', async () => {
  const inTurn = turns(1);
  let end = (): void => undefined;
  const first = inTurn(stay, () => new Promise<void>((resolve) => (end = resolve)));
  const leaver = new AbortController();
  let begun = false;
  const second = inTurn(leaver.signal, async () => {
    begun = true;
  });
  leaver.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  end();
  await first;
  expect(await inTurn(stay, async () => 'next')).toBe('next');
  expect(begun).toBe(false);
});

test('a job that fails gives its turn on', async () => {
  const inTurn = turns(1);
  const failing = inTurn(stay, async () => {
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  expect(await inTurn(stay, async () => 1)).toBe(1);
});
