import { describe, expect, it } from 'vitest';
import { type Cell, type ColumnKind, Decimal, type Frame } from '../frame.ts';
import { encodeSheet } from './encode-sheet.ts';

async function chunksOf(frame: Frame): Promise<string[]> {
  const chunks: string[] = [];
  for await (const chunk of encodeSheet(frame.columns, [frame])) chunks.push(chunk);
  return chunks;
}

async function sheet(columns: Record<string, [ColumnKind, Cell[], string?]>): Promise<string> {
  const all = Object.entries(columns).map(([name, [kind, values, nativeType = '']]) => ({
    name,
    kind,
    generic: 1 as const,
    nativeType,
    values,
  }));
  return (await chunksOf({ columns: all, length: all[0]?.values.length ?? 0 })).join('');
}

/** The cells of the rows below the names, each as it is written. */
async function cells(columns: Record<string, [ColumnKind, Cell[], string?]>): Promise<string[][]> {
  const rows = [...(await sheet(columns)).matchAll(/<row>(.*?)<\/row>/gs)].slice(1);
  return rows.map(([, row = '']) => row.split(/(?<=<\/c>|<c\/>)/));
}

const text = (content: string) => `<c t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;

describe('encodeSheet', () => {
  it('writes numbers, truth values and days as what they are, and what has no number as text', async () => {
    expect(
      await cells({
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

  it('S68: lets no text run as a formula, nor break the file', async () => {
    const given = ['=1+1', '@x', '-5', '<a> & b', ' \u0001', '_x0041_', '\ud800', 'plain'];
    const shown = [
      "'=1+1",
      "'@x",
      "'-5",
      '&lt;a&gt; &amp; b',
      ' _x0001_',
      '_x005F_x0041_',
      '\ufffd',
      'plain',
    ];
    expect(await cells({ s: ['string', given] })).toEqual(shown.map((each) => [text(each)]));
    expect(await sheet({ '=n': ['int', [1]] })).toContain("'=n");
  });

  it('refuses what no spreadsheet can hold, naming the place', async () => {
    await expect(sheet({ s: ['string', ['', 'x'.repeat(32_768)]] })).rejects.toThrow(
      'Row 2 of the column "s" has more than the 32767 letters',
    );
    await expect(chunksOf({ columns: [], length: 1_048_576 })).rejects.toThrow(
      'A spreadsheet holds 1048575 rows',
    );
  });

  it('gives many rows in several chunks', async () => {
    const values = Array.from({ length: 1201 }, (_, row) => row);
    const chunks = await chunksOf({
      columns: [{ name: 'n', kind: 'int', generic: 0, nativeType: '', values }],
      length: values.length,
    });
    expect(chunks.length).toBe(5);
    expect([...chunks.join('').matchAll(/<row>/g)].length).toBe(1202);
  });
});
