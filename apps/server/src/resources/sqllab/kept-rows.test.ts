import { expect, test } from 'vitest';
import { cutRows } from './kept-rows.ts';

const ANSWER =
  '{"query":{"sql":"select \\"data\\":[1]"},"data":[{"a":"]}\\"","n":12345678901234567890.10},{"a":[1,{}]},{"a":3}],"earlier":[]}';

test('an answer is cut after so many rows, and every digit of the others stays', () => {
  expect(cutRows(Buffer.from(ANSWER), 1).toString()).toBe(
    `{"displayLimitReached":true,${ANSWER.slice(1, ANSWER.indexOf(',{"a":[1'))}],"earlier":[]}`,
  );
  expect(cutRows(Buffer.from(ANSWER), 2).toString()).toContain('{"a":[1,{}]}]');
  expect(cutRows(Buffer.from(ANSWER), 3).toString()).toBe(ANSWER);
  expect(cutRows(Buffer.from('{"data":[]}'), 1).toString()).toBe('{"data":[]}');
});
