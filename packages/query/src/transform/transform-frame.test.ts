import { DEFAULT_BOUNDS, GenericType, type PostProcessing } from '@chartroom/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, type ColumnKind, Decimal, type Frame } from '../frame.ts';
import { transformFrame } from './transform-frame.ts';

type Columns = Record<string, [ColumnKind, Cell[]]>;

function frame(columns: Columns): Frame {
  const all = Object.entries(columns).map(([name, [kind, values]]) => ({
    name,
    kind,
    generic: kind === 'timestamp' ? GenericType.TEMPORAL : GenericType.NUMERIC,
    nativeType: '',
    values,
  }));
  return { columns: all, length: all[0]?.values.length ?? 0 };
}

function shaped(columns: Columns, ...operations: PostProcessing[]): Record<string, Cell[]> {
  const result = transformFrame(frame(columns), operations, LIMITS);
  expect(result.columns.every(({ values }) => values.length === result.length)).toBe(true);
  return Object.fromEntries(result.columns.map(({ name, values }) => [name, values]));
}

const DAY = 86_400_000;
const LIMITS = { bounds: DEFAULT_BOUNDS };
const step = (operation: string, options: Record<string, unknown> = {}): PostProcessing => ({
  operation,
  options,
});
const FLATTEN = step('flatten');
const SALES: Columns = {
  day: ['timestamp', [0, 0, DAY, 2 * DAY]],
  city: ['string', ['Paris, FR', null, 'Paris, FR', 'Rome']],
  sold: ['decimal', [new Decimal('1.10'), new Decimal('2'), new Decimal('3.5'), null]],
  seen: ['int', [9007199254740993n, 1, 2, 3]],
};
const byCity = (aggregates: Record<string, unknown>) =>
  step('pivot', { index: ['day'], columns: ['city'], aggregates });

describe('pivot', () => {
  it('keeps the digits of single values, names nulls and escapes commas', () => {
    const result = shaped(SALES, byCity({ seen: { operator: 'sum' } }), FLATTEN);
    expect(result).toEqual({
      day: [0, DAY, 2 * DAY],
      'seen, <NULL>': [1, null, null],
      'seen, Paris\\, FR': [9007199254740993n, 2, null],
      'seen, Rome': [null, null, 3],
    });
    expect(shaped(SALES, byCity({ sold: { operator: 'mean' } }), FLATTEN)['sold, Paris\\, FR']?.[0]).toEqual(
      new Decimal('1.10'),
    );
  });

  it('drops columns without a value, or keeps them', () => {
    const aggregates = { sold: { operator: 'mean' } };
    expect(Object.keys(shaped(SALES, byCity(aggregates), FLATTEN))).toEqual([
      'day',
      'sold, <NULL>',
      'sold, Paris\\, FR',
    ]);
    const kept = step('pivot', {
      index: ['day'],
      columns: ['city'],
      aggregates,
      drop_missing_columns: false,
    });
    expect(Object.keys(shaped(SALES, kept, FLATTEN))).toContain('sold, Rome');
  });

  it('keeps rows without a category where that is asked for, but none without a moment', () => {
    const per = (index: string, more: Record<string, unknown> = {}) =>
      step('pivot', { index: [index], aggregates: { seen: { operator: 'count' } }, ...more });
    const keep_missing = true;
    expect(shaped(SALES, per('city'), FLATTEN).city).toEqual(['Paris, FR', 'Rome']);
    expect(shaped(SALES, per('city', { keep_missing }), FLATTEN)).toMatchObject({
      city: ['Paris, FR', 'Rome', null],
      seen: [2, 1, 1],
    });
    const days = { ...SALES, day: ['timestamp', [0, null, 0, 0]] } satisfies typeof SALES;
    expect(shaped(days, per('day', { keep_missing }), FLATTEN).day).toEqual([0]);
  });

  it('puts the metric last, and totals behind', () => {
    const both = { sold: { operator: 'sum' }, seen: { operator: 'count' } };
    const combined = step('pivot', {
      index: ['day'],
      columns: ['city'],
      aggregates: both,
      combine_value_with_metric: true,
    });
    expect(Object.keys(shaped(SALES, combined, FLATTEN)).slice(1, 3)).toEqual([
      '<NULL>, seen',
      '<NULL>, sold',
    ]);
    const totals = step('pivot', {
      index: ['city'],
      aggregates: { seen: { operator: 'count' } },
      marginal_distributions: true,
    });
    expect(shaped(SALES, totals, FLATTEN)).toEqual({ city: ['Paris, FR', 'Rome', 'All'], seen: [2, 1, 3] });
  });

  it('counts every row once', () => {
    const key = fc.constantFrom('a', 'b', 'c', null);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), key, fc.integer()), { minLength: 1 }),
        (rows) => {
          const columns: Columns = {
            x: ['int', rows.map(([x]) => x)],
            k: ['string', rows.map(([, k]) => k)],
            v: ['int', rows.map(([, , v]) => v)],
          };
          const { x: _x, ...cells } = shaped(
            columns,
            step('pivot', { index: ['x'], columns: ['k'], aggregates: { v: { operator: 'count' } } }),
            FLATTEN,
          );
          const counted = Object.values(cells)
            .flat()
            .reduce<number>((sum, cell) => sum + (typeof cell === 'number' ? cell : 0), 0);
          expect(counted).toBe(rows.length);
        },
      ),
    );
  });
});

describe('running values', () => {
  const series: Columns = { v: ['float', [1, null, 3, 4]] };

  it('accumulates with nulls as nothing', () => {
    expect(shaped(series, step('cum', { operator: 'sum', columns: { v: 'total' } }))).toEqual({
      v: [1, null, 3, 4],
      total: [1, 1, 4, 8],
    });
  });

  it('rolls a window, cuts what it cannot fill, and weighs it', () => {
    expect(
      shaped(
        series,
        step('rolling', { rolling_type: 'mean', window: 2, min_periods: 1, columns: { v: 'v' } }),
      ),
    ).toEqual({
      v: [1, 1, 3, 3.5],
    });
    expect(
      shaped(
        series,
        step('rolling', { rolling_type: 'sum', window: 3, min_periods: 2, columns: { v: 'v' } }),
      ),
    ).toEqual({
      v: [null, 4, 7],
    });
    expect(
      shaped(
        { v: ['int', [2, 4, 6]] },
        step('rolling', { rolling_type: 'mean', window: 3, win_type: 'triang', columns: { v: 'v' } }),
      ),
    ).toEqual({ v: [null, null, 4] });
  });

  it('takes differences down and across', () => {
    expect(shaped(series, step('diff', { columns: { v: 'd' }, periods: -1 })).d).toEqual([
      null,
      null,
      -1,
      null,
    ]);
    expect(
      shaped({ a: ['int', [1]], b: ['int', [5]] }, step('diff', { columns: { a: 'a', b: 'b' }, axis: 1 })),
    ).toEqual({
      a: [null],
      b: [4],
    });
  });

  it('ends a running sum at the sum, whatever the numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: -1e6, max: 1e6 })), { minLength: 1 }), (values) => {
        const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
        expect(
          shaped({ v: ['int', values] }, step('cum', { operator: 'sum', columns: { v: 'v' } })).v?.at(-1),
        ).toBe(total);
      }),
    );
  });
});

describe('shares', () => {
  it('divides by the column, a given total, or the row of the same time', () => {
    const columns: Columns = { a: ['int', [1, 3]], 'a__1 year ago': ['int', [2, null]], b: ['int', [1, 1]] };
    expect(shaped(columns, step('contribution', { columns: ['a'], rename_columns: ['%'] }))['%']).toEqual([
      0.25, 0.75,
    ]);
    expect(
      shaped(columns, step('contribution', { columns: ['a'], contribution_totals: { a: 8 } })).a,
    ).toEqual([0.125, 0.375]);
    expect(shaped(columns, step('contribution', { columns: ['a'], contribution_totals: {} })).a).toEqual([
      0, 0,
    ]);
    const rows = shaped(columns, step('contribution', { orientation: 'row', time_shifts: ['1 year ago'] }));
    expect(rows).toEqual({ a: [0.5, 0.75], 'a__1 year ago': [1, null], b: [0.5, 0.25] });
  });

  it('ranks within groups and shares ties', () => {
    expect(
      shaped(
        { g: ['string', ['x', 'x', 'x', 'y']], v: ['int', [5, 5, 1, 9]] },
        step('rank', { metric: 'v', group_by: 'g' }),
      ).rank,
    ).toEqual([2.5 / 3, 2.5 / 3, 1 / 3, 1]);
  });

  it('counts every number in one bin', () => {
    const numbers = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 12 }), (values, bins) => {
        const cells = Object.values(shaped({ v: ['int', values] }, step('histogram', { column: 'v', bins })));
        expect(cells.flat().reduce<number>((sum, cell) => sum + Number(cell), 0)).toBe(values.length);
      }),
    );
  });
});

describe('rows and names', () => {
  it('fills regular moments', () => {
    const columns: Columns = { t: ['timestamp', [0, 3 * DAY]], v: ['int', [1, 7]] };
    const indexed = step('pivot', { index: ['t'], aggregates: { v: { operator: 'mean' } } });
    const daily = (method: string, options = {}) =>
      shaped(columns, indexed, step('resample', { rule: '1D', method, ...options }), FLATTEN).v;
    expect(daily('asfreq', { fill_value: 0 })).toEqual([1, 0, 0, 7]);
    expect(daily('ffill')).toEqual([1, 1, 1, 7]);
    expect(daily('bfill')).toEqual([1, 7, 7, 7]);
    expect(daily('linear')).toEqual([1, 3, 5, 7]);
    expect(shaped(columns, indexed, step('resample', { rule: 'W-MON', method: 'sum' }), FLATTEN)).toEqual({
      t: [4 * DAY],
      v: [8],
    });
  });

  it('sorts nulls last both ways, and by several columns', () => {
    const columns: Columns = { k: ['string', ['b', null, 'a', 'b']], v: ['int', [1, 2, 3, 0]] };
    expect(shaped(columns, step('sort', { by: ['k', 'v'] })).v).toEqual([3, 0, 1, 2]);
    expect(shaped(columns, step('sort', { by: 'k', ascending: false })).v).toEqual([1, 0, 3, 2]);
  });

  it('selects, renames and compares', () => {
    const columns: Columns = { a: ['int', [3]], b: ['int', [2]] };
    expect(
      shaped(columns, step('select', { columns: ['b', 'a'], exclude: ['a'], rename: { b: 'c' } })),
    ).toEqual({ c: [2] });
    expect(
      shaped(
        columns,
        step('compare', {
          source_columns: ['a'],
          compare_columns: ['b'],
          compare_type: 'percentage',
          drop_original_columns: true,
        }),
      ),
    ).toEqual({ percentage__a__b: [0.5] });
    expect(
      Object.keys(
        shaped(
          SALES,
          byCity({ seen: { operator: 'sum' } }),
          step('rename', { columns: { seen: null }, level: 0 }),
          FLATTEN,
        ),
      ),
    ).toEqual(['day', '<NULL>', 'Paris\\, FR', 'Rome']);
  });

  it('boxes numbers and lists what lies outside', () => {
    const box = shaped(
      { v: ['int', [1, 2, 3, 4, 100, null]] },
      step('boxplot', { metrics: ['v'], whisker_type: 'tukey' }),
    );
    expect(box).toMatchObject({
      v__median: [3],
      v__max: [4],
      v__min: [1],
      v__count: [6],
      v__outliers: ['[100]'],
    });
  });

  it('names places on earth both ways', () => {
    const places: Columns = { la: ['float', [57.64911]], lo: ['float', [10.40744]] };
    const encoded = shaped(places, step('geohash_encode', { geohash: 'g', latitude: 'la', longitude: 'lo' }));
    expect(String(encoded.g?.[0])).toMatch(/^u4pruydqqvj/);
    const decoded = shaped(
      { g: ['string', ['u4pruydqqvj']] },
      step('geohash_decode', { geohash: 'g', latitude: 'la', longitude: 'lo' }),
    );
    expect(decoded.la?.[0]).toBeCloseTo(57.64911, 5);
    expect(
      shaped(
        { p: ['string', ['60.1699, 24.9384, 12.5']] },
        step('geodetic_parse', { geodetic: 'p', latitude: 'la', longitude: 'lo' }),
      ),
    ).toMatchObject({ la: [60.1699], lo: [24.9384], altitude: [12.5] });
  });
});

describe('errors', () => {
  it.each<[PostProcessing, string]>([
    [step('teleport'), 'There is no post-processing operation "teleport"'],
    [step('constructor'), 'There is no post-processing operation "constructor"'],
    [step('pivot', { index: [], aggregates: {} }), 'Pivot operation requires at least one index'],
    [step('sort', { by: ['nope'] }), 'Referenced columns not available in DataFrame.'],
    [
      step('aggregate', { groupby: ['city'], aggregates: { m: { operator: 'sing' } } }),
      'Invalid numpy function: sing',
    ],
    [
      step('aggregate', { groupby: [], aggregates: { city: { operator: 'mean' } } }),
      'aggregate: the operator "mean" needs numbers, not text such as "Paris, FR"',
    ],
    [
      step('rolling', { columns: { seen: 'seen' }, rolling_type: 'sum', window: -1 }),
      'rolling: the option "window" must be a whole number above 0, not -1',
    ],
    [
      step('histogram', { column: 'city' }),
      'histogram: the column "city" holds "Paris, FR", which is no number',
    ],
    [step('resample', { rule: '1D', method: 'sum' }), 'Resample operation requires DatetimeIndex'],
    [step('cum', { operator: 7, columns: {} }), 'cum: the option "operator" is missing'],
  ])('says what is wrong with %j', (operation, message) => {
    expect(() => transformFrame(frame(SALES), [operation], LIMITS)).toThrow(message);
  });

  it('refuses a grid of moments without end', () => {
    const columns: Columns = { t: ['timestamp', [0, 400 * 365 * DAY]], v: ['int', [1, 2]] };
    const indexed = step('pivot', { index: ['t'], aggregates: { v: { operator: 'mean' } } });
    expect(() =>
      transformFrame(frame(columns), [indexed, step('resample', { rule: '1S', method: 'ffill' })], LIMITS),
    ).toThrow('resample: the number of rows that it would make is 12614400001; at most 1000000 is allowed');
  });
});
