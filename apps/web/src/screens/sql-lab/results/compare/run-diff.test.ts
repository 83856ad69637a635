import { expect, test } from 'vitest';
import { diffRows, keyColumn } from './run-diff.ts';

const BEFORE = [
  { id: 1, name: 'a', n: 1 },
  { id: 2, name: 'b', n: null },
  { id: 3, name: 'c', n: 3 },
];
const AFTER = [
  { id: 3, name: 'c', n: 3 },
  { id: 2, name: 'b', n: 5 },
  { id: 4, name: 'd', n: 4 },
];
const COLUMNS = ['name', 'id', 'n'];
const told = (diff: ReturnType<typeof diffRows>) =>
  diff.changes.map(({ kind, before, after, columns }) => [kind, (after ?? before)?.id, ...columns].join(' '));

test('rows that agree in their keys are compared, in whatever order they came', () => {
  const diff = diffRows(BEFORE, AFTER, COLUMNS, ['id']);
  expect(told(diff)).toEqual(['changed 2 n', 'added 4', 'removed 1']);
  expect(diff.same).toBe(1);
});

test('without keys rows are told by all of their values, each as often as it stands there', () => {
  expect(told(diffRows(BEFORE, AFTER, COLUMNS, []))).toEqual([
    'added 2',
    'added 4',
    'removed 1',
    'removed 2',
  ]);
  const twice = [{ ...BEFORE[0] }, { ...BEFORE[0] }];
  const diff = diffRows(twice, BEFORE.slice(0, 1), COLUMNS, []);
  expect([told(diff), diff.same]).toEqual([['removed 1'], 1]);
});

test('a column without gaps that tells all rows apart is taken for the key', () => {
  expect(keyColumn(BEFORE, AFTER, ['n', 'name', 'id'])).toBe('name');
  expect(keyColumn(BEFORE, AFTER, ['n'])).toBeUndefined();
});
