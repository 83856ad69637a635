import { describe, expect, test } from 'vitest';
import { nextRuns, parseCron } from './cron.ts';
import { cronInWords } from './cron-words.ts';

describe('schedules', () => {
  test.each([
    'every tuesday',
    '',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '5-1 * * * *',
    '*/0 * * * *',
    '1,,2 * * * *',
    '-1 * * * *',
  ])('%j is none', (text) => expect(parseCron(text)).toBeUndefined());

  test('words are read with lists, ranges, steps and names', () => {
    expect(parseCron('*/20 8-10 1,15 JAN-mar SUN,5-7')).toEqual({
      minutes: [0, 20, 40],
      hours: [8, 9, 10],
      days: [1, 15],
      lastDay: false,
      months: [1, 2, 3],
      weekdays: [0, 5, 6],
      nthWeekdays: [],
    });
    expect(parseCron('0 0 * * MON#2,5')).toMatchObject({
      weekdays: [5],
      nthWeekdays: [{ weekday: 1, nth: 2 }],
    });
    expect(parseCron('0 0 * * 1#6')).toBeUndefined();
    expect(parseCron('50/5 * L * ?')).toMatchObject({
      minutes: [50, 55],
      days: [],
      lastDay: true,
      weekdays: null,
    });
    expect(parseCron('@Daily')).toMatchObject({ minutes: [0], hours: [0], days: null });
  });

  const runs = (text: string, after: string, zone: string, count = 3) => {
    const cron = parseCron(text);
    return cron && nextRuns(cron, new Date(after), zone, count).map((run) => run.toISOString().slice(0, 16));
  };

  test('moments come on the clock of the zone', () => {
    expect(runs('0 9 * * *', '2024-03-15T12:59:59Z', 'America/New_York', 1)).toEqual(['2024-03-15T13:00']);
    expect(runs('0 9 * * *', '2024-03-15T13:00:00Z', 'America/New_York', 1)).toEqual(['2024-03-16T13:00']);
    expect(runs('30 0 L * *', '2024-01-31T12:00:00Z', 'UTC')).toEqual([
      '2024-02-29T00:30',
      '2024-03-31T00:30',
      '2024-04-30T00:30',
    ]);
    expect(runs('0 0 13 * FRI', '2024-09-01T00:00:00Z', 'UTC')).toEqual([
      '2024-09-06T00:00',
      '2024-09-13T00:00',
      '2024-09-20T00:00',
    ]);
    expect(runs('0 0 29 2 *', '2024-03-01T00:00:00Z', 'UTC', 1)).toEqual(['2028-02-29T00:00']);
    expect(runs('0 0 30 2 *', '2024-03-01T00:00:00Z', 'UTC')).toEqual([]);
  });

  test('a time that is skipped comes when the clock goes on; one that is shown twice comes once, but every hour has its own', () => {
    expect(runs('30 2 * * *', '2024-03-30T12:00:00Z', 'Europe/Berlin', 2)).toEqual([
      '2024-03-31T01:00',
      '2024-04-01T00:30',
    ]);
    expect(runs('30 2 * * *', '2024-10-26T12:00:00Z', 'Europe/Berlin', 2)).toEqual([
      '2024-10-27T00:30',
      '2024-10-28T01:30',
    ]);
    expect(runs('30 * * * *', '2024-10-26T23:45:00Z', 'Europe/Berlin', 3)).toEqual([
      '2024-10-27T00:30',
      '2024-10-27T01:30',
      '2024-10-27T02:30',
    ]);
  });

  test.each([
    ['0 9 * * *', 'At 09:00 AM'],
    ['5 8 * * 1', 'At 08:05 AM, only on Monday'],
    ['*/5 * * * *', 'Every 5 minutes'],
    ['* * * * *', 'Every minute'],
    ['0 * * * *', 'Every hour'],
    ['15 * * * *', 'At 15 minutes past the hour'],
    ['0 */4 * * *', 'Every 4 hours'],
    ['30 17 * * 1-5', 'At 05:30 PM, Monday through Friday'],
    ['0 0,12 1 1 *', 'At 12:00 AM and 12:00 PM, on day 1 of the month, only in January'],
    ['0 6 L * *', 'At 06:00 AM, on the last day of the month'],
    ['0 0 * * 1#2', 'At 12:00 AM, on the second Monday of the month'],
    ['nonsense', 'nonsense'],
  ])('%s reads: %s', (text, words) => expect(cronInWords(text)).toBe(words));
});
