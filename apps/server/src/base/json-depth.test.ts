import { expect, test } from 'vitest';
import { DEEPEST, isTooDeep, valuesIn, widestMapping } from './json-depth.ts';

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

test('values are keys, items and what they hold, also of documents in texts', () => {
  expect(valuesIn('{"a":[1,2,{"b":3}]}', 5)).toBeGreaterThan(5);
  expect(valuesIn('{"a":[1,2,{"b":3}]}', 8)).toBe(8);
  const long = 'a,b:c{}'.repeat(100);
  expect(valuesIn(JSON.stringify({ css: long, more: 'x' }), 10)).toBeLessThan(7);
  for (const text of [
    `[${'0,'.repeat(50)}0]`,
    ` [${'0,'.repeat(50)}0]`,
    `\n{"a":"${'"'.repeat(3)}", ${'"b":1,'.repeat(30)}}`,
  ])
    expect([text, valuesIn(JSON.stringify({ params: text }), 40)]).toEqual([text, 41]);
});

test('the members of the widest mapping are counted, wherever it stands', () => {
  const wide = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'b']));
  for (const text of [
    { a: [wide(40)] },
    { ...wide(10), z: { y: wide(40) } },
    { a: JSON.stringify(wide(40)) },
  ])
    expect(widestMapping(JSON.stringify(text), 30)).toBe(31);
  const narrow = { a: wide(20), b: [wide(20), wide(20)], c: 'a:b:c:d'.repeat(100), d: ['12:00', '13:00'] };
  expect(widestMapping(JSON.stringify(narrow), 30)).toBe(20);
  expect(widestMapping('}}]:::{"a":1', 1)).toBe(1);
});
