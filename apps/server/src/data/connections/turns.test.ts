import { expect, test, vi } from 'vitest';
import { turns } from './turns.ts';

const stay = new AbortController().signal;

test('no more jobs than allowed run at a time, in the order they came', async () => {
  const { inTurn } = turns(2);
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
  const { inTurn } = turns(1);
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
  const { inTurn } = turns(1);
  const failing = inTurn(stay, async () => {
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  expect(await inTurn(stay, async () => 1)).toBe(1);
});

test('what stands behind others begins when nothing else runs or waits, one after the other', async () => {
  const { inTurn, behindOthers } = turns(2);
  const order: string[] = [];
  const job = (name: string) => async () => {
    order.push(name);
    await new Promise((resolve) => setTimeout(resolve, 2));
  };
  await Promise.all([
    inTurn(stay, job('a')),
    behindOthers(stay, job('last')),
    behindOthers(stay, job('very last')),
    inTurn(stay, job('b')),
    inTurn(stay, job('c')),
  ]);
  expect(order).toEqual(['a', 'b', 'c', 'last', 'very last']);
  await behindOthers(stay, job('alone'));
  expect(order.at(-1)).toBe('alone');
});

test('it goes on after a while when others never end, and not at all when its signal fires', async () => {
  vi.useFakeTimers();
  const { inTurn, behindOthers } = turns(2);
  let end = (): void => undefined;
  const long = inTurn(stay, () => new Promise<void>((resolve) => (end = resolve)));
  const leaver = new AbortController();
  const gone = behindOthers(leaver.signal, async () => 'never');
  const late = behindOthers(stay, async () => 'late');
  leaver.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await late).toBe('late');
  end();
  await long;
  vi.useRealTimers();
});
