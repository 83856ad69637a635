import { describe, expect, test } from 'vitest';
import { crontabOf, simpleOf } from './crontab.ts';

describe('schedules that are picked', () => {
  test.each(['5 * * * *', '5 9 * * *', '0 12 * * 1', '30 23 31 * *'])('%s is said as it was', (crontab) => {
    const simple = simpleOf(crontab);
    expect(simple && crontabOf(simple)).toBe(crontab);
  });
  test.each(['*/5 * * * *', '0 9 * 1 *', '0 9 1 * 1', '0 9-17 * * *', 'no', ''])(
    '%s is written',
    (crontab) => {
      expect(simpleOf(crontab)).toBeUndefined();
    },
  );
});
