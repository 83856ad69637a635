import { expect, test } from 'vitest';
import { faultMark } from './fault-mark.ts';

test.each([
  ['SELECT * FORM t', 1, 10, 'FORM'],
  ['SELECT *\nFORM t', 2, 1, 'FORM'],
  ['SELECT\n  1 +', 2, 6, '+'],
  ['SELECT 1,, 2', 1, 10, ','],
  ['SELECT 1,\n  ) x', 1, 10, ')'],
  ['SELECT', 9, 99, 'T'],
])('%j is faulty in line %i at %i: %s is marked', (sql, line, column, wanted) => {
  const { from, to } = faultMark({ line, column, message: '' }, sql, 100);
  expect(sql.slice(from - 100, to - 100)).toBe(wanted);
});
