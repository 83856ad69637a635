import { describe, expect, test } from 'vitest';
import { recipientsIn } from '../resources/reports/recipients.ts';
import { dueOf, MOST_COUNTED, nextMoment } from './due.ts';
import { openedLink, sealedLink } from './links.ts';
import { csvHead } from './read-csv.ts';
import { lateness } from './run-report.ts';
import { openingOf, type Standing, tellsOwners } from './states.ts';

const at = (text: string) => new Date(`${text}Z`);

describe('what is due', () => {
  test.each([
    // The clock goes from 2 to 3: what was to be in between is when it goes on.
    ['30 2 * * *', 'America/New_York', '2024-03-10T00:00', '2024-03-10T07:00'],
    // The clock shows 2:30 twice: once.
    ['30 2 * * *', 'Europe/Berlin', '2024-10-26T12:00', '2024-10-27T00:30'],
    ['30 2 * * *', 'Europe/Berlin', '2024-10-27T00:30', '2024-10-28T01:30'],
    ['0 9 * * *', 'Not/AZone', '2024-03-15T08:59', '2024-03-15T09:00'],
    ['0 0 30 2 *', 'UTC', '2024-03-15T08:59', undefined],
  ])('%s in %s after %s', (crontab, timezone, after, next) => {
    expect(nextMoment({ crontab, timezone }, at(after))).toEqual(next === undefined ? undefined : at(next));
  });

  test('missed moments are counted, and the latest stands for them', () => {
    const daily = { crontab: '0 9 * * *', timezone: 'UTC' };
    expect(dueOf(daily, at('2024-03-01T09:00'), at('2024-03-01T09:00'))).toEqual({
      scheduled: at('2024-03-01T09:00'),
      missed: 0,
      next: at('2024-03-02T09:00'),
    });
    expect(dueOf(daily, at('2024-03-01T09:00'), at('2024-03-05T08:00'))).toEqual({
      scheduled: at('2024-03-04T09:00'),
      missed: 3,
      next: at('2024-03-05T09:00'),
    });
    const often = { crontab: '* * * * *', timezone: 'UTC' };
    expect(dueOf(often, at('2023-03-01T09:00'), at('2024-03-05T08:00:30'))).toEqual({
      scheduled: at('2024-03-05T08:00'),
      missed: MOST_COUNTED,
      next: at('2024-03-05T08:01'),
    });
  });

  test('a run says that it is late', () => {
    const run = { scheduled_dttm: '2024-03-01T09:00:00.000Z', created_on: '2024-03-01T09:00:20.000Z' };
    expect(lateness({ ...run, missed: 0 })).toEqual([]);
    expect(lateness({ ...run, missed: 1 })[0]).toMatch(/1 run before it was left out\.$/);
    expect(lateness({ ...run, missed: MOST_COUNTED })[0]).toContain('1000 or more runs');
    expect(lateness({ ...run, created_on: '2024-03-01T11:00:00.000Z', missed: 0 })[0]).toMatch(
      /2024-03-01 09:00 UTC and is caught up/,
    );
  });
});

describe('what a run begins with', () => {
  const now = 1_000_000_000;
  const standing: Standing = {
    type: 'Alert',
    state: 'Not triggered',
    gracePeriod: 60,
    workingTimeout: 100,
    sentAt: undefined,
    workingSince: undefined,
    workingRun: undefined,
    snoozedUntil: undefined,
  };
  const run = { uuid: 'mine', asked: false };
  const sentAt = now - 59_000;
  test.each<[Partial<Standing>, string]>([
    [{}, 'work'],
    [{ state: 'Error', sentAt }, 'work'],
    [{ state: 'Success', sentAt }, 'grace'],
    [{ state: 'On Grace', sentAt }, 'grace'],
    [{ state: 'Success', sentAt: now - 60_000 }, 'work'],
    [{ state: 'Success', sentAt, type: 'Report' }, 'work'],
    [{ snoozedUntil: now + 1 }, 'grace'],
    [{ snoozedUntil: now }, 'work'],
    [{ state: 'Working', workingSince: now - 100_000, workingRun: 'other' }, 'still working'],
    [{ state: 'Working', workingSince: now - 100_001, workingRun: 'other' }, 'timed out'],
    [{ state: 'Working', workingSince: now - 5, workingRun: 'mine' }, 'work'],
    [{ state: 'Working' }, 'timed out'],
  ])('%j: %s', (more, kind) => {
    expect(openingOf({ ...standing, ...more }, run, now).kind).toBe(kind);
  });

  test('who asks for a run is not held back', () => {
    const silent = { ...standing, state: 'Success', sentAt, snoozedUntil: now + 1 };
    expect(openingOf(silent, { ...run, asked: true }, now).kind).toBe('work');
  });

  test('owners are told once in a grace period, and again after it has worked', () => {
    expect(tellsOwners({ toldAt: undefined, workedAt: undefined }, 60, now)).toBe(true);
    expect(tellsOwners({ toldAt: now - 59_999, workedAt: undefined }, 60, now)).toBe(false);
    expect(tellsOwners({ toldAt: now - 60_000, workedAt: undefined }, 60, now)).toBe(true);
    expect(tellsOwners({ toldAt: now - 10, workedAt: now - 5 }, 60, now)).toBe(true);
    expect(tellsOwners({ toldAt: now - 10, workedAt: now - 15 }, 60, now)).toBe(false);
  });
});

test('recipients are parted, each once, copies behind', () => {
  const config = {
    target: 'a@x.org; b@x.org,A@x.org\nc@x.org',
    ccTarget: 'b@x.org d@x.org',
    bccTarget: 'e@x.org',
  };
  const rows = [{ type: 'Email', recipient_config_json: JSON.stringify(config) }];
  expect(recipientsIn(rows).map(({ address, role }) => `${role} ${address}`)).toEqual([
    'to a@x.org',
    'to b@x.org',
    'to c@x.org',
    'cc d@x.org',
    'bcc e@x.org',
  ]);
});

test('rows of a CSV are read as they were written', () => {
  const text = '\ufeffa,b\r\n"x, ""y""\nz",1\r\n,2\n3,\n';
  expect(csvHead(text, ',', 2)).toEqual({
    columns: ['a', 'b'],
    rows: [
      ['x, "y"\nz', '1'],
      ['', '2'],
    ],
    total: 3,
  });
  expect(csvHead(text, ',', 9).rows.at(-1)).toEqual(['3', '']);
  expect(csvHead('', ',', 9)).toEqual({ columns: [], rows: [], total: 0 });
});

test('a link is this installation’s, whole, and in time', () => {
  const claims = { report: 1, action: 'snooze' as const, address: 'a@x.org', ends: 1_000 };
  const token = sealedLink(claims, 'secret');
  expect(openedLink(token, 'secret', new Date(999))).toEqual(claims);
  expect(openedLink(token, 'secret', new Date(1_000))).toBe('over');
  expect(openedLink(token, 'another', new Date(0))).toBe('unknown');
  for (const broken of ['', '.', 'x', `${token}.x`, token.replace(/^./, 'f'), token.slice(0, -1)])
    expect(openedLink(broken, 'secret', new Date(0))).toBe('unknown');
});
