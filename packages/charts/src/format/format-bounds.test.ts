import { describe, expect, it } from 'vitest';
import { readFormula } from '../draw/formula.ts';
import { numberFormatter } from './number.ts';
import { timeFormatter } from './time.ts';

describe('F4: formats that ask for too much', () => {
  it.each([
    '1000000000d',
    '01000000000,.2f',
    ' >999999999d',
    `${'x'.repeat(5_000_000)}d`,
    '.1000000000f',
    '*^100000000,.3s',
  ])('%.20s', (format) => {
    const begun = performance.now();
    expect(numberFormatter(format)(1234.5).length).toBeLessThan(300);
    expect(performance.now() - begun).toBeLessThan(200);
  });

  it('of times', () => {
    expect(timeFormatter('%Y'.repeat(1_000_000))(0).length).toBeLessThan(300);
    expect(timeFormatter('%Y-%m')(0)).toBe('1970-01');
    expect(numberFormatter('>12,.1f')(1234.5)).toBe('     1,234.5');
  });

  it('of a million kinds take no memory', () => {
    for (let place = 0; place < 3_000; place += 1) numberFormatter(`,.${place % 20}f-${place}`);
    expect(numberFormatter(',.1f')(2)).toBe('2.0');
  });
});

describe('F4, F22: formulas', () => {
  it.each(['('.repeat(20_000), `${'x+'.repeat(100_000)}x`, '-'.repeat(50_000), `${'sin('.repeat(20_000)}x`])(
    'that are too deep are refused: %.10s',
    (text) => {
      expect(() => readFormula(text)).toThrow('cannot be read');
    },
  );

  it.each(['constructor', '__proto__', 'toString(x)', 'hasOwnProperty(x)'])('know no %s', (text) => {
    expect(() => readFormula(text)).toThrow('cannot be read');
  });

  it.each(['constructor', '__proto__', 'toString', 'valueOf'])('formats know no %s', (name) => {
    expect(typeof numberFormatter(name)(1)).toBe('string');
    expect(typeof timeFormatter(name)(1)).toBe('string');
  });
});
