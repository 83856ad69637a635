import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from './json.ts';
import { parseRison, risonOf } from './rison.ts';

test('lists, objects and marks', () => {
  expect(risonOf({ filters: [{ col: 'a b', opr: 'eq', value: true }], page: 0 })).toBe(
    "(filters:!((col:'a b',opr:eq,value:!t)),page:0)",
  );
  expect(parseRison('(a:!(1,2.5,-3),b:!n,c:!f,d:x-1)')).toEqual({
    a: [1, 2.5, -3],
    b: null,
    c: false,
    d: 'x-1',
  });
});

test('what is no rison is refused with its place', () => {
  for (const text of ['', '(', '!x', '(a)', "'a", '!(1 2)', '(a:1)b', '!('.repeat(100)])
    expect(() => parseRison(text)).toThrow(/Not a valid rison value/);
});

test('every JSON value comes back', () => {
  const plain = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('-0'));
  fc.assert(
    fc.property(plain, (given) => {
      const value: JsonValue = JSON.parse(JSON.stringify(given));
      expect(parseRison(risonOf(value))).toEqual(value);
    }),
  );
});
