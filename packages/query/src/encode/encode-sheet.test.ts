import { describe, expect, it } from 'vitest';
import { type Cell, type ColumnKind, Decimal } from '../frame.ts';
import { encodeSheet } from './encode-sheet.ts';

function sheet(columns: Record<string, [ColumnKind, Cell[], string?]>): string {
  const all = Object.entries(columns).map(([name, [kind, values, nativeType = '']]) => ({
    name,
    kind,
    generic: 1 as const,
    nativeType,
    values,
  }));
  return [...encodeSheet({ columns: all, length: all[0]?.values.length ?? 0 })].join('');
}

/** The cells of the rows below the names, each as it is written. */
function cells(columns: Record<string, [ColumnKind, Cell[], string?]>): string[][] {
  const rows = [...sheet(columns).matchAll(/<row>(.*?)<\/row>/gs)].slice(1);
  return rows.map(([, row = '']) => row.split(/(?<=<\/c>|<c\/>)/));
}

const text = (content: string) => `<c t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;

describe('encodeSheet', () => {
  it('writes numbers, truth values and days as what they are, and what has no number as text', () => {
    expect(
      cells({
        n: ['int', [7, 9007199254740993n]],
        d: ['decimal', [new Decimal('1.10'), new Decimal('NaN')]],
        f: ['float', [1e16, Number.NaN]],
        b: ['bool', [true, null]],
        day: ['date', [86_400_000, -9e12]],
        at: ['timestamp', [43_200_000, null]],
        zoned: ['timestamp', [0, null], 'TIMESTAMP WITH TIME ZONE'],
      }),
    ).toEqual([
      [
        '<c><v>7</v></c>',
        '<c><v>1.10</v></c>',
        text('10000000000000000'),
        '<c t="b"><v>1</v></c>',
        '<c s="1"><v>25570</v></c>',
        '<c s="2"><v>25569.5</v></c>',
        text('1970-01-01 00:00:00+00:00'),
      ],
      [text('9007199254740993'), '<c/>', '<c/>', '<c/>', text('1684-10-19'), '<c/>', '<c/>'],
    ]);
  });

  it('lets no text run as a formula, nor break the file', () => {
    const given = ['=1+1', '@x', '-5', '<a> & b', ' \u0001', '_x0041_', '\ud800', 'plain'];
    const shown = ["'=1+1", "'@x", "'-5", '&lt;a&gt; &amp; b', ' _x0001_', '_x005F_x0041_', '\ufffd', 'plain'];
    expect(cells({ s: ['string', given] })).toEqual(shown.map((each) => [text(each)]));
    expect(sheet({ '=n': ['int', [1]] })).toContain("'=n");
  });

  it('refuses what no spreadsheet can hold, naming the place', () => {
    expect(() => sheet({ s: ['string', ['', 'x'.repeat(32_768)]] })).toThrow('Row 2 of the column "s" has more than the 32767 letters');
    expect(() => encodeSheet({ columns: [], length: 1_048_576 })).toThrow('A spreadsheet holds 1048575 rows');
  });

  it('gives many rows in several chunks', () => {
    const values = Array.from({ length: 1201 }, (_, row) => row);
    const chunks = [...encodeSheet({ columns: [{ name: 'n', kind: 'int', generic: 0, nativeType: '', values }], length: values.length })];
    expect(chunks.length).toBe(3);
    expect([...chunks.join('').matchAll(/<row>/g)].length).toBe(1202);
  });
});
