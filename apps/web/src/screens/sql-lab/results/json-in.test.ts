import { expect, test } from 'vitest';
import { jsonIn, looksLikeJson } from './json-in.ts';

test('lists and objects are JSON, as they come and as text; what only begins so is text', () => {
  expect(jsonIn('{"a": [1]}')).toEqual({ value: { a: [1] } });
  expect(jsonIn([1])).toEqual({ value: [1] });
  for (const text of ['', '1', '"a"', 'null', '[1', '{a: 1}', '[x]', null, undefined, 3, true]) {
    expect(jsonIn(text)).toBeUndefined();
    expect(looksLikeJson(text)).toBe(false);
  }
  expect(looksLikeJson(' [1]\n')).toBe(true);
  expect(looksLikeJson(`["${'x'.repeat(20_000)}"]`)).toBe(true);
  expect(looksLikeJson(`[${'x'.repeat(20_000)}`)).toBe(false);
});
