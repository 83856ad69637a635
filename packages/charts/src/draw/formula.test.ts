import { ChartroomError } from '@chartroom/model';
import { expect, it } from 'vitest';
import { readFormula } from './formula.ts';

it.each([
  ['2 * x + 1', 3, 7],
  ['y = 2x', 3, 6],
  ['-x^2', 3, -9],
  ['2^3^2', 0, 512],
  ['(1 + x) / 4', 3, 1],
  ['max(x, 10) % 4', 3, 2],
  ['sin(0) + pi', 0, Math.PI],
  ['f(x) = x ** 2', 4, 16],
  ['1.5e2', 0, 150],
])('reads %s', (text, x, value) => {
  expect(readFormula(text)(x)).toBeCloseTo(value, 12);
});

it.each(['2 +', 'window', 'x.constructor', 'foo(x)', '(x', 'x $ 2', 'process.exit(1)', ''])(
  'refuses %j',
  (text) => {
    expect(() => readFormula(text)).toThrow(ChartroomError);
  },
);
