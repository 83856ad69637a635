import { describe, expect, it } from 'vitest';
import { nextRuns, parseCron } from './cron.ts';
import { cronInWords } from './cron-words.ts';
import { parseRison } from './rison.ts';

const NOW = new Date('2024-01-01T00:00:00Z');

describe('F4, F22: schedules', () => {
  it.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '* * * * constructor',
    '1 1 1 1 __proto__#1',
  ])('%s is none', (text) => {
    expect(parseCron(text)).toBeUndefined();
    expect(cronInWords(text)).toBe(text);
  });

  it.each([
    `* * * * ${Array.from({ length: 1_000_000 }, () => '1#1').join(',')}`,
    `${'1,'.repeat(2_000_000)}1 * * * *`,
    ' '.repeat(5_000_000),
    '1e9 * * * *',
    '*/1000000000000000000000 * * * x',
    '-1000000000 * * * *',
  ])('%.20s is none, quickly', (text) => {
    const begun = performance.now();
    expect(parseCron(text)).toBeUndefined();
    expect(performance.now() - begun).toBeLessThan(500);
  });

  it.each(['0 0 30 2 *', '0 0 31 2,4,6,9,11 *', '0 0 31 4 *'])('%s never comes, and says so', (text) => {
    const cron = parseCron(text);
    if (!cron) throw new Error('It is a schedule.');
    const begun = performance.now();
    expect(nextRuns(cron, NOW, 'Europe/Berlin', 1_000)).toEqual([]);
    expect(nextRuns(cron, NOW, 'UTC', 1)).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('a schedule of every minute is looked at no farther than asked', () => {
    const cron = parseCron('* * * * *');
    if (!cron) throw new Error('It is a schedule.');
    const begun = performance.now();
    expect(nextRuns(cron, NOW, 'America/New_York', 60)).toHaveLength(60);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

describe('F4, F22: Rison', () => {
  it.each(['('.repeat(100_000), '!('.repeat(100_000), `${'(a:'.repeat(10_000)}1${')'.repeat(10_000)}`])(
    'too deep is refused: %.10s',
    (text) => {
      expect(() => parseRison(text)).toThrow(SyntaxError);
    },
  );

  it('long is read in one go', () => {
    const begun = performance.now();
    expect(parseRison(`!(${Array.from({ length: 20_000 }, (_, n) => n).join(',')})`)).toHaveLength(20_000);
    expect(parseRison(`'${'x'.repeat(200_000)}'`)).toHaveLength(200_000);
    expect(parseRison('1e308')).toBe(1e308);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it('keeps names that every object inherits as members of their own', () => {
    const read = parseRison('(__proto__:1,constructor:2)');
    expect(Object.entries(read ?? {})).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });
});
