import { describe, expect, test } from 'vitest';
import { CHART_TYPES, describedTypes } from '../catalog.ts';
import type { ChartType, DrawInput, TableModel } from '../chart-type.ts';
import { drawExample } from '../testing/draw-example.ts';
import { stillLook } from './still-look.ts';
import { stillChart, stillPicture } from './still-picture.ts';
import { stillTable } from './still-table.ts';
import { wrappedText } from './wrap-text.ts';

const LIGHT = stillLook(false);
const DARK = stillLook(true);
const SIZE = { width: 420, height: 260 };

describe('every chart type', async () => {
  const types = await describedTypes(CHART_TYPES);
  test.each(types.map((type) => [type.key, type] as const))('%s', async (_key, type) => {
    const [{ chart }, told] = await Promise.all([type.load(), type.example?.()]);
    if (!told) throw new Error('it has an example');
    for (const [theme, size] of [
      [LIGHT, SIZE],
      [DARK, { width: 900, height: 500 }],
    ] as const) {
      const drawing = drawExample(chart, told.example, { theme, ...size });
      const picture = await stillPicture(drawing, theme, size);
      expect(picture).toMatch(/^<svg [^>]*>.*<\/svg>$/s);
      expect(picture).toContain(`width="${size.width}"`);
      expect(picture).not.toMatch(/NaN|Infinity|undefined/);
    }
  });
});

function input(type: ChartType, over: Partial<DrawInput>): DrawInput {
  const datasource = { columns: [], metrics: [], verbose_map: {}, column_formats: {} };
  const form = { datasource: '1__table', viz_type: type.key };
  return { form, results: [], datasource, ...SIZE, theme: LIGHT, ...over };
}

test('a chart without rows says so in its place', async () => {
  const type = await CHART_TYPES.find(({ key }) => key === 'pie')?.load();
  if (!type) throw new Error('there are pies');
  const picture = await stillChart(type.chart, input(type.chart, {}));
  expect(picture).toContain('No results were returned');
});

function model(rows: number, columns: number): TableModel {
  const names = Array.from({ length: columns }, (_, at) => `column ${at}`);
  return {
    columns: names.map((label) => ({ key: label, label, align: 'right', numeric: true })),
    rows: Array.from({ length: rows }, (_, row) =>
      names.map((_name, at) => ({ value: row * at, text: `r${row}c${at}` })),
    ),
    rowCount: rows,
  };
}

describe('a table', () => {
  const texts = (svg: string) =>
    [...svg.matchAll(/<text[^>]*>(?:<title>.*?<\/title>)?([^<]*)/g)].map(([, text]) => text);

  test('is whole where it fits', () => {
    const svg = stillTable(model(3, 2), LIGHT, SIZE);
    expect(texts(svg)).toEqual(['column 0', 'column 1', 'r0c0', 'r0c1', 'r1c0', 'r1c1', 'r2c0', 'r2c1']);
  });
  test('tells how many rows and columns there is no room for', () => {
    const shown = texts(stillTable(model(1_000, 12), LIGHT, SIZE));
    expect(shown).toContain('r6c0');
    expect(shown).not.toContain('r7c0');
    expect(shown.at(-1)).toBe('… and 993 more rows and 8 more columns');
  });
  test('counts the rows that are on the server', () => {
    expect(texts(stillTable({ ...model(2, 1), rowCount: 40 }, LIGHT, SIZE)).at(-1)).toBe(
      '… and 38 more rows',
    );
  });
  test('has its sums below its last row, headings over several columns, and markup as what it says', () => {
    const table: TableModel = {
      ...model(1, 2),
      rows: [
        [
          { value: '<b>bold</b>', text: '<b>bold</b> words' },
          { value: 1, text: '1', background: '#abcdef' },
        ],
      ],
      totals: [
        { value: null, text: 'Summary' },
        { value: 9, text: '9' },
      ],
      headers: [[{ text: 'Both', span: 2 }]],
    };
    const svg = stillTable(table, LIGHT, SIZE);
    expect(texts(svg)).toEqual(['Both', 'column 0', 'column 1', 'bold words', '1', 'Summary', '9']);
    expect(svg).toContain('fill="#abcdef"');
  });
  test('covers several rows by one cell', () => {
    const table: TableModel = {
      columns: ['a', 'b'].map((label) => ({
        key: label,
        label,
        align: 'left',
        numeric: false,
        isRowHeader: true,
      })),
      rows: [
        [
          { value: 'x', text: 'x', rowSpan: 2, isRowHeader: true },
          { value: 1, text: 'one' },
        ],
        [{ value: 2, text: 'two' }],
      ],
      rowCount: 2,
    };
    const svg = stillTable(table, LIGHT, SIZE);
    const places = [...svg.matchAll(/<text x="([\d.]+)"[^>]*>(one|two)/g)].map(([, x]) => x);
    expect(new Set(places).size).toBe(1);
  });
});

test('lines break between words, and within those that are longer than a line', () => {
  expect(wrappedText('one two three', 10, 50)).toEqual(['one two', 'three']);
  expect(wrappedText('a\nb', 10, 100)).toEqual(['a', 'b']);
  const pieces = wrappedText('abcdefghijklmnopqrstuvwxyz', 10, 50);
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.join('')).toBe('abcdefghijklmnopqrstuvwxyz');
});

test('a theme colours a picture, by night as Ant Design does', () => {
  const theme = { token: { colorPrimary: '#5cb0f5', colorBgLayout: '#000001', colorText: 7 } };
  expect(stillLook(false, theme)).toMatchObject({
    colorPrimary: '#5cb0f5',
    colorGround: '#000001',
    colorText: LIGHT.colorText,
  });
  expect(stillLook(true, theme).colorPrimary).toBe('#5199d3');
});
