import { expect, test } from 'vitest';
import { Flights } from './flights.ts';

function job() {
  const seen: { runs: number; signal?: AbortSignal; land(value: string): void } = {
    runs: 0,
    land: () => undefined,
  };
  const run = (signal: AbortSignal): Promise<string> => {
    seen.runs += 1;
    seen.signal = signal;
    return new Promise((resolve, reject) => {
      seen.land = resolve;
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  };
  return { seen, run };
}

test('everybody who asks for the same at the same time waits for one job', async () => {
  const flights = new Flights<string>();
  const { seen, run } = job();
  const stay = new AbortController().signal;
  const both = Promise.all([flights.join('a', stay, run), flights.join('a', stay, run)]);
  seen.land('rows');
  expect(await both).toEqual(['rows', 'rows']);
  expect(seen.runs).toBe(1);
});

test('one who leaves does not stop the job of those who stay', async () => {
  const flights = new Flights<string>();
  const { seen, run } = job();
  const leaver = new AbortController();
  const left = flights.join('a', leaver.signal, run);
  const stayed = flights.join('a', new AbortController().signal, run);
  leaver.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(seen.signal?.aborted).toBe(false);
  seen.land('rows');
  expect(await stayed).toBe('rows');
});

test('the job is stopped when nobody waits any more, and the next asker starts anew', async () => {
  const flights = new Flights<string>();
  const { seen, run } = job();
  const leaver = new AbortController();
  const left = flights.join('a', leaver.signal, run);
  leaver.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(seen.signal?.aborted).toBe(true);
  const again = flights.join('a', new AbortController().signal, run);
  seen.land('new rows');
  expect(await again).toBe('new rows');
  expect(seen.runs).toBe(2);
});

test('a job that fails fails for all, and is not kept', async () => {
  const flights = new Flights<string>();
  const signal = new AbortController().signal;
  const failing = async (): Promise<string> => {
    throw new Error('no such column');
  };
  await expect(
    Promise.all([flights.join('a', signal, failing), flights.join('a', signal, failing)]),
  ).rejects.toThrow('no such column');
  expect(await flights.join('a', signal, async () => 'rows')).toBe('rows');
});
