import { expect, test } from 'vitest';
import { DEEPEST, isTooDeep } from './json-depth.ts';

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('a document may be as deep as is said, and no deeper', () => {
  expect(isTooDeep(lists(DEEPEST))).toBe(false);
  expect(isTooDeep(lists(DEEPEST + 1))).toBe(true);
  expect(isTooDeep(`{"a": [1, ${'{"b":'.repeat(DEEPEST)}1`)).toBe(true);
});

test('many things beside one another are not deep', () => {
  expect(isTooDeep(`[${'[],{},'.repeat(5_000)}1]`)).toBe(false);
});

test('brackets inside a text open nothing, whatever stands before its quotes', () => {
  const inside = '['.repeat(2 * DEEPEST);
  expect(isTooDeep(JSON.stringify({ a: inside }))).toBe(false);
  expect(isTooDeep(JSON.stringify({ a: `"${inside}\\"`, b: `${inside}\\\\` }))).toBe(false);
  expect(isTooDeep(`{"a": "\\\\", "b": ${inside}`)).toBe(true);
  expect(isTooDeep(`"${inside}`)).toBe(false);
});
