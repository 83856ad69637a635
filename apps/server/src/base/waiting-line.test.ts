import { expect, test } from 'vitest';
import { askerOf, type Turn, WaitingLine } from './waiting-line.ts';

const all = (line: WaitingLine): Turn[] => {
  const turns: Turn[] = [];
  for (let turn = line.next(); turn; turn = line.next()) turns.push(turn);
  return turns;
};

test('who asks for much takes turns with the others, who stand in the order in which they came', () => {
  const line = new WaitingLine();
  for (const id of [1, 2, 3, 4]) line.add({ asker: 'busy', id });
  line.add({ asker: 'late', id: 5 });
  line.add({ asker: 'later', id: 6 });
  line.add({ asker: 'late', id: 7 });
  expect(all(line).map(({ id }) => id)).toEqual([1, 5, 6, 2, 7, 3, 4]);
});

test('what is under way counts until it ends', () => {
  const line = new WaitingLine();
  for (const id of [1, 2, 3]) line.add({ asker: 'a', id });
  const first = line.next();
  line.add({ asker: 'b', id: 4 });
  expect(line.next()).toEqual({ asker: 'b', id: 4 });
  if (first) line.end(first);
  line.add({ asker: 'b', id: 5 });
  expect([line.next(), line.next(), line.next()].map((turn) => turn?.id)).toEqual([2, 5, 3]);
});

test('one at a time, people take turns all the same', () => {
  const line = new WaitingLine();
  for (const id of [1, 2, 3]) line.add({ asker: 'busy', id });
  for (const id of [4, 5]) line.add({ asker: 'other', id });
  const order: number[] = [];
  for (let turn = line.next(); turn; turn = line.next()) {
    order.push(turn.id);
    line.end(turn);
  }
  expect(order).toEqual([1, 4, 2, 5, 3]);
});

test('what comes back stands where it stood, and what is taken out is gone', () => {
  const line = new WaitingLine();
  for (const id of [1, 2, 3]) line.add({ asker: 'a', id });
  const taken = line.next();
  if (taken) line.end(taken);
  if (taken) line.add(taken);
  line.add({ asker: 'a', id: 3 });
  line.remove({ asker: 'a', id: 2 });
  expect(all(line).map(({ id }) => id)).toEqual([1, 3]);
});

test('for whom a job is, is in its payload', () => {
  expect(askerOf({ payload: { user: 7 } })).toBe('7');
  expect(askerOf({ payload: {} })).toBe(askerOf({ payload: { user: 'somebody' } }));
});
