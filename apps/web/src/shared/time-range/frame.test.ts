import { expect, test } from 'vitest';
import { defaultCustom, frameOf, parseCustom, printCustom } from './frame.ts';

test('the frame is guessed from the text', () => {
  expect(frameOf('No filter')).toBe('No filter');
  expect(frameOf('')).toBe('No filter');
  expect(frameOf('Last week')).toBe('Last');
  expect(frameOf('previous calendar month')).toBe('Previous');
  expect(frameOf('Current year')).toBe('Current');
  expect(frameOf('2020-01-01T00:00:00 : now')).toBe('Custom');
  expect(frameOf('DATEADD(DATETIME("now"), -7, day) : now')).toBe('Custom');
  expect(frameOf('Last 3 weeks')).toBe('Advanced');
  expect(frameOf('100 years ago : now')).toBe('Advanced');
});

test('a custom range comes back as it was', () => {
  for (const text of [
    '2020-01-01T00:00:00 : 2021-01-01T00:00:00',
    'DATEADD(DATETIME("2021-01-01T00:00:00"), -7, day) : 2021-01-01T00:00:00',
    'today : DATEADD(DATETIME("today"), 2, month)',
    'DATEADD(DATETIME("now"), -1, year) : DATEADD(DATETIME("now"), 1, year)',
  ]) {
    const range = parseCustom(text);
    expect(range && printCustom(range)).toBe(text);
  }
  expect(parseCustom('2020-01-01 : now')).toBeUndefined();
});

test('Custom opens with the seven days until midnight', () => {
  expect(printCustom(defaultCustom(new Date(2024, 2, 15, 10, 30)))).toBe(
    'DATEADD(DATETIME("2024-03-15T00:00:00"), -7, day) : 2024-03-15T00:00:00',
  );
});
