import { expect, test } from 'vitest';
import { diffLines } from './line-diff.ts';

const SIGNS = { both: ' ', before: '-', after: '+' };
const told = (before: string, after: string) =>
  diffLines(before, after).map((line) => `${SIGNS[line.in]}${line.text}`);

test('lines that both texts have stand once', () => {
  expect(told('select a\nfrom t\nwhere x\nlimit 5', 'select a, b\nfrom t\nlimit 5')).toEqual([
    '-select a',
    '+select a, b',
    ' from t',
    '-where x',
    ' limit 5',
  ]);
  expect(told('', 'a')).toEqual(['-', '+a']);
  expect(told('a\nb', 'a\nb')).toEqual([' a', ' b']);
  expect(told('a', 'a\na')).toEqual([' a', '+a']);
});

test('texts too long to be compared line by line are told as wholes', () => {
  const long = (sign: string) => Array.from({ length: 3_000 }, (_, at) => `${sign}${at}`).join('\n');
  const lines = diffLines(`x\n${long('a')}`, `x\n${long('b')}`);
  expect(lines).toHaveLength(6_001);
  expect(lines[1]).toEqual({ in: 'before', text: 'a0' });
});
