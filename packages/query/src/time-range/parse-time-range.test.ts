import { ChartroomError } from '@chartroom/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveTimestamp } from '../compile/naive-timestamp.ts';
import { parseTimeRange, type TimeRangeOptions } from './parse-time-range.ts';

const NOW = new Date('2024-03-15T10:30:00Z');

function range(text: string, options: Partial<TimeRangeOptions> = {}): string {
  const { since, until } = parseTimeRange(text, {
    now: NOW,
    relativeStart: 'today',
    relativeEnd: 'today',
    ...options,
  });
  const shown = (ms: number | null) =>
    ms === null ? '—' : new Date(ms).toISOString().replace('.000Z', '').replace('T00:00:00', '');
  return `${shown(since)} … ${shown(until)}`;
}

describe('parseTimeRange', () => {
  it.each([
    ['No filter', '— … —'],
    ['Last day', '2024-03-14 … 2024-03-15'],
    ['Last quarter', '2023-12-15 … 2024-03-15'],
    ['Last 30 minutes', '2024-03-14T23:30:00 … 2024-03-15'],
    ['Last 24 hours', '2024-03-14 … 2024-03-15'],
    ['Next 2 hours', '2024-03-15 … 2024-03-15T12:30:00'],
    ['previous calendar quarter', '2023-10-01 … 2024-01-01'],
    ['Current week', '2024-03-11 … 2024-03-18'],
    ['2023-12-31T18:30 : 2024-01-01 06:15:30', '2023-12-31T18:30:00 … 2024-01-01T06:15:30'],
    ['March 2024 : now', '2024-03-01 … 2024-03-15T10:30:00'],
    ['2/3/2024 : ', '2024-02-03 … —'],
    ['5 March 2023 at 5pm : ', '2023-03-05T17:00:00 … —'],
    ['one year ago : tomorrow at 5pm', '2023-03-15 … 2024-03-16T17:00:00'],
    ['start of last 2 quarters : start of this quarter', '2023-07-01 … 2024-01-01'],
    ['end of next 2 weeks : ', '2024-03-31 … —'],
    ["DATEADD(DATETIME('2024-02-29'), -1, year) : ", '2023-02-28 … —'],
    ["HOLIDAY('Boxing day', DATETIME('2018-01-01'), 'UK') : ", '2018-12-26 … —'],
    ['last monday : next saturday', '2024-03-11 … 2024-03-23'],
    ['last friday : this sunday', '2024-03-08 … 2024-03-17'],
    ['2024-01-01T00:00:00.000Z : 1 day ago at 5pm', '2024-01-01 … 2024-03-14T17:00:00'],
    ['yesterday', '— … 2024-03-15'],
  ])('reads %s', (text, expected) => {
    expect(range(text)).toBe(expected);
  });

  it.each([
    ['5 days : now', 'Time string is ambiguous. Please specify [5 days ago] or [5 days later].'],
    ['tomorrow : yesterday', 'From date cannot be larger than to date'],
    ['Last foo', 'Cannot parse time string [Last foo]'],
    ['Last 99999999 years', 'Cannot parse time string [Last 99999999 years]'],
    ["HOLIDAY('Festivus') : ", 'Unable to find such a holiday: [Festivus]'],
    [
      "DATEADD(DATETIME('2020-01-01'), 1.5, day) : ",
      "Cannot read the time expression [DATEADD(DATETIME('2020-01-01'), 1.5, day)]",
    ],
    [
      'end of this quarter : ',
      "Cannot read the time expression [LASTDAY(DATEADD(DATETIME('today'), 0, quarter), quarter)]",
    ],
  ])('says what is wrong with %s', (text, message) => {
    expect(() => range(text)).toThrow(message);
  });

  it('shifts both ends by the calendar, or by the length of the range', () => {
    const text = '2024-02-29 : 2024-03-31';
    expect(range(text, { timeShift: '1 month ago' })).toBe('2024-01-29 … 2024-02-29');
    expect(range(text, { timeShift: '-1 year' })).toBe('2023-02-28 … 2023-03-31');
    expect(range(text, { timeShift: '2023-01-01 : 2023-02-01' })).toBe('2023-01-01 … 2023-02-01');
    expect(range(text, { instantRange: 'r' })).toBe('2024-01-29 … 2024-02-29');
    expect(() => range('2024-01-01 : ', { instantRange: 'y' })).toThrow('Cannot parse time string [None]');
  });

  it('counts from now where relative ranges start now', () => {
    expect(range('Last week', { relativeStart: 'now', relativeEnd: 'now' })).toBe(
      '2024-03-08T10:30:00 … 2024-03-15T10:30:00',
    );
  });

  it('reads again what it wrote', () => {
    const moment = fc
      .integer({ min: Date.UTC(1900, 0, 1) / 1000, max: Date.UTC(2200, 0, 1) / 1000 })
      .map((seconds) => seconds * 1000);
    fc.assert(
      fc.property(moment, fc.nat(10 ** 9), (since, length) => {
        const until = since + length * 1000;
        expect(parseTimeRange(`${naiveTimestamp(since)} : ${naiveTimestamp(until)}`, { now: NOW })).toEqual({
          since,
          until,
        });
      }),
    );
  });

  it('never ends before it begins, and refuses with an error of ours whatever the text', () => {
    const word = fc.constantFrom(
      'Last',
      'Next',
      'last',
      'this',
      'start of',
      '3',
      'days',
      'week',
      'quarters',
      ':',
      ' : ',
      'now',
      'today',
      '2024-01-01',
      'monday',
      'ago',
      "DATETIME('",
      "')",
      'DATEADD(',
      ',',
      'year',
      'é',
      '5pm',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word, { maxLength: 7 }).map((words) => words.join(' ')),
        ),
        (text) => {
          try {
            const { since, until } = parseTimeRange(text, { now: NOW });
            expect(since === null || until === null || since <= until).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(ChartroomError);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
