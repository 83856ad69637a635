import { expect, test } from 'vitest';
import { exactJson } from './exact-json.ts';

test('whole numbers beyond what a number holds come as their digits', () => {
  const text = '{"data":[{"id":9007199254740993,"n":-9223372036854775808,"x":0.1234567890123456789}]}';
  expect(exactJson(text)).toEqual({
    data: [{ id: '9007199254740993', n: '-9223372036854775808', x: 0.12345678901234568 }],
  });
  for (const text of [
    '9007199254740993',
    '[9007199254740993]',
    '[1, 9007199254740993]',
    '[\n9007199254740993]',
  ])
    expect([exactJson(text)].flat().at(-1)).toBe('9007199254740993');
});

test('everything else is read as always', () => {
  const text = '{"a":1700000000000,"b":"12345678901234567890","c":1e30,"d":[9007199254740991,null]}';
  expect(exactJson(text)).toEqual(JSON.parse(text));
  expect(() => exactJson('{')).toThrow(SyntaxError);
});
