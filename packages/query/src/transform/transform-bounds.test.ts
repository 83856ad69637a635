import { type Bounds, DEFAULT_BOUNDS, type PostProcessing } from '@chartroom/model';
import { describe, expect, it } from 'vitest';
import type { Cell, ColumnKind, Frame } from '../frame.ts';
import { transformFrame } from './transform-frame.ts';
import type { TransformLimits } from './work.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const LIMITS: TransformLimits = { bounds: DEFAULT_BOUNDS };
const within = (bounds: Partial<Bounds>): TransformLimits => ({ bounds: { ...DEFAULT_BOUNDS, ...bounds } });
const step = (operation: string, options: Record<string, unknown> = {}): PostProcessing => ({
  operation,
  options,
});

function column(name: string, kind: ColumnKind, values: Cell[]) {
  return { name, kind, generic: 0 as const, nativeType: '', values };
}
function frame(length: number, columns: Record<string, (row: number) => Cell>): Frame {
  const made = Object.entries(columns).map(([name, cell]) => {
    const values = Array.from({ length }, (_, row) => cell(row));
    return column(name, name === 't' ? 'timestamp' : plainKind(values[0]), values);
  });
  return { columns: made, length };
}
/** Some rows and many columns of numbers. */
const wide = (length: number, count: number) =>
  frame(
    length,
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`c${n}`, (row: number) => row / 3 + n])),
  );

const SMALL = frame(10, { t: (row) => row * DAY, k: (row) => `k${row % 3}`, v: (row) => row / 2 });
const SUM = { v: { operator: 'sum' } };
const INDEXED = step('pivot', { index: ['t'], aggregates: SUM });
const LONG = 'x'.repeat(5_000_000);
let deep: unknown = [];
for (let level = 0; level < 10_000; level += 1) deep = [deep];
const MILLION = Array.from({ length: 1_000_000 }, () => 'v');
const rolling = (options: object) =>
  step('rolling', { rolling_type: 'sum', columns: { v: 'v' }, window: 3, ...options });

describe('F4: more than the bounds is refused before it is made', () => {
  it.each<[PostProcessing[], RegExp]>([
    [[rolling({ window: 1e9 })], /^rolling: the option "window" is 1000000000; at most 100000 is allowed$/],
    [[rolling({ window: 1e6 })], /^rolling: the option "window" is 1000000; at most/],
    [[rolling({ window: 1e308 })], /^rolling: the option "window" is 1e\+308; at most/],
    [[rolling({ window: -1e9 })], /"window" must be a whole number above 0/],
    [[rolling({ min_periods: 1e9 })], /^rolling: the option "min_periods" is 1000000000; at most/],
    [[rolling({ min_periods: -1e9 })], /^rolling: the option "min_periods" is -1000000000; at most/],
    [[rolling({ min_periods: 1.5 })], /"min_periods" must be a whole number/],
    [
      [rolling({ columns: Object.fromEntries(MILLION.slice(0, 100_000).map((_, n) => [`v${n}`, 'v'])) })],
      /entries in the option "columns" is 100000; at most/,
    ],
    [
      [step('histogram', { column: 'v', bins: 1e9 })],
      /^histogram: the option "bins" is 1000000000; at most 10000 is allowed$/,
    ],
    [[step('histogram', { column: 'v', bins: 1e8 })], /"bins" is 100000000; at most/],
    [[step('histogram', { column: 'v', bins: 1e308 })], /"bins" is 1e\+308; at most/],
    [[step('histogram', { column: 'v', bins: -1e9 })], /"bins" must be a whole number above 0/],
    [
      [step('diff', { columns: { v: 'd' }, periods: 1e9 })],
      /^diff: the option "periods" is 1000000000; at most/,
    ],
    [[step('diff', { columns: { v: 'd' }, periods: -1e308 })], /"periods" is -1e\+308; at most/],
    [
      [INDEXED, step('resample', { rule: '1S', method: 'ffill' })],
      /^resample: .* would make is 777601; at most 500000 is allowed$/,
    ],
    [
      [INDEXED, step('resample', { rule: `${'9'.repeat(400)}D`, method: 'ffill' })],
      /the rule ".*" is not known/,
    ],
    [
      [step('select', { columns: MILLION })],
      /^select: the number of entries in the option "columns" is 1000000; at most/,
    ],
    [
      [step('compare', { source_columns: MILLION, compare_columns: MILLION, compare_type: 'ratio' })],
      /entries in .* is 1000000; at most/,
    ],
    [[step('sort', { by: MILLION })], /entries in the option "by" is 1000000/],
    [[step('sort', { by: ['v'], ascending: MILLION })], /entries in the option "ascending" is 1000000/],
    [
      [step('boxplot', { groupby: [], metrics: new Array(2_000).fill('v'), whisker_type: 'tukey' })],
      /columns that it would make is 16000; at most/,
    ],
    [
      [step('rename', { columns: { v: LONG } })],
      /^rename: the length of a text in the option "columns" is 5000000; at most 10000/,
    ],
    [[step('rename', { columns: { [LONG]: 'v' } })], /length of a text/],
    [[step('rank', { metric: LONG })], /length of a text in the option "metric" is 5000000/],
    [[step('cum', { operator: LONG, columns: { v: 'v' } })], /length of a text in the option "operator"/],
    [
      [step('flatten', { drop_levels: deep })],
      /^flatten: the depth of the options is 101; at most 100 is allowed$/,
    ],
    [[step('geohash_decode', { geohash: LONG })], /length of a text/],
    [[step('aggregate', { groupby: MILLION, aggregates: {} })], /entries in the option "groupby"/],
    [[step('contribution', { columns: MILLION })], /entries in the option "columns"/],
    [
      Array.from({ length: 101 }, () => step('flatten')),
      /^post_processing: the number of steps is 101; at most 100 is allowed$/,
    ],
  ])('%#', (steps, message) => {
    const begun = performance.now();
    expect(() => transformFrame(SMALL, steps, within({ MAX_STEP_ROWS: 500_000 }))).toThrow(message);
    expect(performance.now() - begun).toBeLessThan(1_500);
  });

  it('a pivot of 10,000 × 10,000', () => {
    const rows = frame(10_000, { x: (row) => `x${row}`, y: (row) => `y${row}`, v: (row) => row });
    const pivot = step('pivot', {
      index: ['x'],
      columns: ['y'],
      aggregates: SUM,
      marginal_distributions: true,
    });
    expect(() => transformFrame(rows, [pivot], LIMITS)).toThrow(
      /^pivot: the number of columns that it would make is 10002; at most 10000/,
    );
    const many = frame(10_000, { x: (row) => `x${row}`, y: (row) => `y${row % 1_000}`, v: (row) => row });
    expect(() => transformFrame(many, [pivot], LIMITS)).toThrow(
      /^pivot: the number of cells that it would make is 10021002; at most 5000000/,
    );
  });

  it('series × grains filled in, cells of groups × bins, moving medians of everything', () => {
    const series = frame(100, {
      t: (row) => row * DAY,
      ...Object.fromEntries(MILLION.slice(0, 100).map((_, n) => [`s${n}`, () => n])),
    });
    const aggregates = Object.fromEntries(
      MILLION.slice(0, 100).map((_, n) => [`s${n}`, { operator: 'sum' }]),
    );
    const steps = [
      step('pivot', { index: ['t'], aggregates }),
      step('resample', { rule: '1T', method: 'asfreq' }),
    ];
    expect(() => transformFrame(series, steps, LIMITS)).toThrow(
      'resample: the number of cells that it would make is 14256100; at most 5000000',
    );
    const groups = frame(2_000, { g: (row) => `g${row}`, v: (row) => row });
    const bins = step('histogram', { column: 'v', groupby: ['g'], bins: 9_000 });
    expect(() => transformFrame(groups, [bins], LIMITS)).toThrow(
      'histogram: the number of cells that it would make is 18002000',
    );
    const kurtosis = step('rolling', { rolling_type: 'kurt', window: 50_000, columns: { v: 'v' } });
    expect(() => transformFrame(frame(50_000, { v: (row) => row }), [kurtosis], LIMITS)).toThrow(
      /^rolling: the number of values that it would look at is 10000050000; at most 500000000 is allowed$/,
    );
  });

  it('nothing that is no number, in no time', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '1e9', {}, [1]])
      for (const [operation, option] of Object.entries({
        rolling: 'window',
        histogram: 'bins',
        diff: 'periods',
      }))
        expect(() =>
          transformFrame(
            SMALL,
            [step(operation, { columns: { v: 'v' }, column: 'v', rolling_type: 'sum', [option]: value })],
            LIMITS,
          ),
        ).toThrow(`${operation}: the option "${option}" is no number`);
  });
});

describe('F22: names that every object inherits are names like others', () => {
  it.each<[PostProcessing, string]>([
    [
      step('cum', { operator: 'constructor', columns: { v: 'v' } }),
      'Invalid cumulative operator: constructor',
    ],
    [rolling({ rolling_type: 'toString' }), 'Invalid rolling_type: toString'],
    [rolling({ win_type: 'constructor' }), 'there is no window type "constructor"'],
    [
      step('aggregate', { groupby: ['k'], aggregates: { v: { operator: 'hasOwnProperty' } } }),
      'Invalid numpy function: hasOwnProperty',
    ],
    [step('select', { columns: ['__proto__'] }), 'Referenced columns not available in DataFrame.'],
    [step('rank', { metric: 'constructor' }), 'the column "constructor" is not there'],
    [
      step('compare', { source_columns: ['v'], compare_columns: ['v'], compare_type: 'toString' }),
      '`compare_type` must be',
    ],
  ])('%#', (each, message) => {
    expect(() => transformFrame(SMALL, [each], LIMITS)).toThrow(message);
  });

  it('as columns, labels and values of dimensions', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const odd: Frame = {
      columns: [column('__proto__', 'string', [...names]), column('toString', 'float', [1, 2, 3, 4])],
      length: 4,
    };
    const aggregates = { constructor: { operator: 'sum', column: 'toString' } };
    const pivoted = transformFrame(
      odd,
      [step('pivot', { index: ['__proto__'], columns: [], aggregates }), step('flatten')],
      LIMITS,
    );
    expect(pivoted.columns.map(({ name, values }) => [name, values])).toEqual([
      ['__proto__', ['__proto__', 'constructor', 'hasOwnProperty', 'toString']],
      ['constructor', [1, 2, 4, 3]],
    ]);
    const crossed = transformFrame(
      odd,
      [step('pivot', { index: ['toString'], columns: ['__proto__'], aggregates }), step('flatten')],
      LIMITS,
    );
    expect(crossed.columns.map(({ name }) => name)).toEqual([
      'toString',
      ...[...names].sort().map((name) => `constructor, ${name}`),
    ]);
  });
});

describe('what is sensible is answered', () => {
  it('a table of 100,000 rows and 50 columns, shaped and rolled', () => {
    const table = wide(100_000, 50);
    const columns = Object.fromEntries(table.columns.map(({ name }) => [name, name]));
    const steps = [
      step('sort', { by: ['c0'], ascending: false }),
      step('rolling', { rolling_type: 'mean', window: 7, columns }),
      step('contribution'),
    ];
    expect(transformFrame(table, steps, LIMITS).length).toBe(100_000);
  });

  it('a step over the 500,000 rows that a table may have', () => {
    const shaped = transformFrame(
      wide(500_000, 12),
      [step('rank', { metric: 'c1' }), step('cum', { operator: 'sum', columns: { c1: 'c1' } })],
      LIMITS,
    );
    expect([shaped.length, shaped.columns.length]).toEqual([500_000, 13]);
  });

  it('a pivot of 1,000 × 1,000 with totals', () => {
    const rows = frame(100_000, {
      x: (row) => `x${row % 1_000}`,
      y: (row) => `y${(row * 7) % 1_000}`,
      v: (row) => row,
    });
    const pivot = step('pivot', {
      index: ['x'],
      columns: ['y'],
      aggregates: SUM,
      marginal_distributions: true,
    });
    const shaped = transformFrame(rows, [pivot], LIMITS);
    expect([shaped.length, shaped.columns.length]).toEqual([1_001, 1_002]);
    expect(shaped.columns.at(-1)?.values.at(-1)).toBe((100_000 * 99_999) / 2);
  });

  it('minutes over a month, a moving year of days, 10,000 intervals', () => {
    const month = frame(31, { t: (row) => row * DAY, v: (row) => row });
    const filled = transformFrame(
      month,
      [INDEXED, step('resample', { rule: '1T', method: 'linear' })],
      LIMITS,
    );
    expect(filled.length).toBe((30 * DAY) / MINUTE + 1);
    const years = frame(3_650, { v: (row) => Math.sin(row) });
    expect(
      transformFrame(years, [rolling({ rolling_type: 'median', window: 365 })], LIMITS).columns[0]?.values.at(
        -1,
      ),
    ).toBeTypeOf('number');
    expect(
      transformFrame(years, [step('histogram', { column: 'v', bins: 10_000 })], LIMITS).columns,
    ).toHaveLength(10_000);
  });
});

describe('F4: work is given up', () => {
  const table = wide(50_000, 20);
  table.columns.push(
    column(
      'mixed',
      'float',
      Array.from({ length: 50_000 }, (_, row) => (row * 7_919) % 50_000),
    ),
  );
  const columns = Object.fromEntries(table.columns.map(({ name }) => [name, name]));
  const long = step('rolling', { rolling_type: 'std', window: 500, columns });

  it('when nobody waits any more, within some tens of milliseconds', () => {
    let [asked, before, longest] = [0, performance.now(), 0];
    const shouldStop = () => {
      longest = Math.max(longest, performance.now() - before);
      before = performance.now();
      asked += 1;
      return asked > 20;
    };
    expect(() => transformFrame(table, [long], { ...LIMITS, shouldStop })).toThrow(
      expect.objectContaining({ status: 499 }),
    );
    expect(asked).toBe(21);
    expect(longest).toBeLessThan(250);
  });

  it.each<[string, PostProcessing]>([
    ['rolling', long],
    ['sort', step('sort', { by: ['mixed'] })],
    ['contribution', step('contribution', { orientation: 'row' })],
    ['pivot', step('pivot', { index: ['c0'], aggregates: { c1: { operator: 'median' } } })],
    ['aggregate', step('aggregate', { groupby: ['c0'], aggregates: { c1: { operator: 'sum' } } })],
    ['boxplot', step('boxplot', { groupby: ['c0'], metrics: ['c1'], whisker_type: 'tukey' })],
  ])('when its time is over: %s', (_name, each) => {
    const deadline = Date.now() + 5;
    while (Date.now() < deadline);
    expect(() => transformFrame(table, [each], { ...LIMITS, deadline })).toThrow(
      expect.objectContaining({ status: 408 }),
    );
    let asked = 0;
    transformFrame(table, [each], {
      ...LIMITS,
      shouldStop: () => {
        asked += 1;
        return false;
      },
    });
    expect(asked).toBeGreaterThan(1);
  });
});

function plainKind(value: unknown): 'string' | 'float' {
  return typeof value === 'string' ? 'string' : 'float';
}
