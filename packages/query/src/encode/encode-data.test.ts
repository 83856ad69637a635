import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Cell, type ColumnKind, Decimal, type Frame, NUMBER_LIST } from '../frame.ts';
import { encodeData } from '../testing/encoded-frames.ts';
import { colTypes } from './column-types.ts';

function frame(columns: Record<string, [ColumnKind, Cell[], string?]>): Frame {
  const all = Object.entries(columns).map(([name, [kind, values, nativeType = '']]) => ({
    name,
    kind,
    generic: 1 as const,
    nativeType,
    values,
  }));
  return { columns: all, length: all[0]?.values.length ?? 0 };
}

it('keeps every digit of decimals and large integers', () => {
  const text = encodeData(
    frame({
      d: ['decimal', [new Decimal('12345678901234567890.10'), new Decimal('NaN'), new Decimal('.5')]],
      i: ['int', [9007199254740993n, 7, null]],
    }),
  );
  expect(text).toBe(
    '[{"d":12345678901234567890.10,"i":9007199254740993},{"d":null,"i":7},{"d":0.5,"i":null}]',
  );
});

it('writes what is no number as null and moments as milliseconds', () => {
  const text = encodeData(
    frame({ f: ['float', [Number.NaN, Number.POSITIVE_INFINITY, -0.5]], t: ['timestamp', [0, null, 1.25]] }),
  );
  expect(text).toBe('[{"f":null,"t":0},{"f":null,"t":null},{"f":-0.5,"t":1.25}]');
});

it('writes lists of numbers as lists and documents as text', () => {
  const text = encodeData(frame({ l: ['json', ['[1,2.5]'], NUMBER_LIST], j: ['json', ['{"a":1}']] }));
  expect(text).toBe('[{"l":[1,2.5],"j":"{\\"a\\":1}"}]');
});

it('writes no rows as an empty list', () => {
  expect(encodeData({ columns: [], length: 0 })).toBe('[]');
  expect(encodeData(frame({ a: ['int', []] }))).toBe('[]');
});

it('gives back rows that JSON can hold', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.boolean(),
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  );
  const rows = fc.tuple(
    fc.uniqueArray(
      fc.string({ unit: 'binary' }).filter((name) => name !== '__proto__'),
      { maxLength: 4 },
    ),
    fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { maxLength: 5 }),
  );
  fc.assert(
    fc.property(rows, ([names, values]) => {
      const columns = names.map((name, place) => ({
        name,
        kind: 'string' as const,
        generic: 1 as const,
        nativeType: '',
        values: values.map((row) => row[place] ?? null),
      }));
      const expected = values.map((row) =>
        Object.fromEntries(names.map((name, place) => [name, row[place] ?? null])),
      );
      expect(JSON.parse(encodeData({ columns, length: values.length }))).toEqual(
        JSON.parse(JSON.stringify(expected)),
      );
    }),
  );
});

it('names the kind of columns by their values, of empty ones by their type', () => {
  const empty: Cell[] = [null];
  expect(
    colTypes(
      frame({
        a: ['int', [1]],
        b: ['time', ['10:00']],
        c: ['date', [0]],
        d: ['bool', [true]],
        e: ['string', empty, 'BIGINT'],
        f: ['string', empty, 'VARCHAR'],
        g: ['string', empty, 'INTERVAL'],
        h: ['float', [Number.NaN], 'TIMESTAMP'],
        i: ['string', empty],
      }),
    ),
  ).toEqual([0, 1, 2, 3, 0, 1, 1, 2, 1]);
});
