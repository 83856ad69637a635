import { describe, expect, test } from 'vitest';
import type { Principal } from '../ports.ts';
import { HeavyWork, type HeavyWorkOptions } from './heavy-work.ts';

const person = (id: number): Principal => ({ id, username: `p${id}`, email: undefined, roles: [] });
const STRANGER: Principal = { id: undefined, username: undefined, email: undefined, roles: [] };
const stays = new AbortController().signal;

function room(options: Partial<HeavyWorkOptions> = {}): HeavyWork {
  return new HeavyWork({
    atOnce: 4,
    perPerson: 2,
    mostWaiting: 10,
    patience: 1_000,
    isShort: () => false,
    ...options,
  });
}

/** Jobs that say when they begin and end when they are told. */
function jobs(heavy: HeavyWork) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, who: Principal, signal: AbortSignal = stays) =>
    heavy.do(who, signal, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, ask, end };
}
const settled = () => new Promise(setImmediate);

describe('room for heavy work', () => {
  test('nobody has more than a share, and who has least under way comes next', async () => {
    const { begun, ask, end } = jobs(room());
    const asked = [ask('a1', person(1)), ask('a2', person(1)), ask('a3', person(1)), ask('a4', person(1))];
    await settled();
    expect(begun).toEqual(['a1', 'a2']);
    asked.push(ask('b1', person(2)), ask('s1', STRANGER), ask('s2', STRANGER), ask('c1', person(3)));
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1', 's1']);
    await end('a1');
    expect(begun.at(-1)).toBe('c1');
    await end('a2');
    expect(begun.at(-1)).toBe('a3');
    for (const name of ['b1', 's1', 'c1', 'a3', 'a4', 's2']) await end(name);
    expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 's1', 's2', 'c1']);
  });

  test('too much that waits is refused at once, too long waiting after a while, and who leaves is not waited for', async () => {
    const heavy = room({ atOnce: 1, mostWaiting: 2, patience: 30 });
    const { begun, ask, end } = jobs(heavy);
    const first = ask('a1', person(1));
    const leaver = new AbortController();
    const second = ask('a2', person(1), leaver.signal).catch((error: unknown) => error);
    const third = ask('a3', person(1)).catch((error: unknown) => error);
    await expect(ask('a4', person(1))).rejects.toMatchObject({ status: 429 });
    leaver.abort(new Error('gone'));
    expect(await second).toMatchObject({ message: 'gone' });
    expect(await third).toMatchObject({ status: 503, message: expect.stringMatching(/too much to do/) });
    await end('a1');
    await first;
    expect(begun).toEqual(['a1']);
    expect(heavy.isBusy).toBe(false);
  });

  test('an answer that is sent while it is made has its room to its end, or until its reader leaves', async () => {
    const heavy = room();
    const pieces = async function* () {
      yield Buffer.from('a');
      yield Buffer.from('b');
    };
    const answer = { status: 200, contentType: 'text/csv', headers: {} };
    const read = await heavy.answer(person(1), stays, async () => ({ ...answer, body: pieces() }));
    expect(heavy.isBusy).toBe(true);
    if (!Buffer.isBuffer(read.body)) for await (const _ of read.body);
    expect(heavy.isBusy).toBe(false);
    const reader = new AbortController();
    await heavy.answer(person(1), reader.signal, async () => ({ ...answer, body: pieces() }));
    expect(heavy.isBusy).toBe(true);
    reader.abort();
    expect(heavy.isBusy).toBe(false);
    await expect(heavy.answer(person(1), stays, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(heavy.isBusy).toBe(false);
  });

  test('while memory is short nothing is begun, not even what has waited', async () => {
    let isShort = false;
    const heavy = room({ atOnce: 1, isShort: () => isShort });
    const { begun, ask, end } = jobs(heavy);
    const first = ask('a1', person(1));
    const waited = ask('b1', person(2)).catch((error: unknown) => error);
    await settled();
    isShort = true;
    await expect(ask('c1', person(3))).rejects.toMatchObject({ status: 503 });
    await end('a1');
    await first;
    expect(await waited).toMatchObject({ status: 503, message: expect.stringMatching(/short of memory/) });
    expect([begun, heavy.isBusy]).toEqual([['a1'], false]);
  });
});
