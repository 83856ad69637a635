import { expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { renderMap } from '../../map/render.ts';
import { DARK_THEME, LIGHT_THEME } from '../../testing/draw-example.ts';
import { drawMap, marksOf } from '../../testing/draw-map.ts';
import { words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Cell = string | number | null;

const drawn = (rows: Cell[][], form: Record<string, unknown> = {}, further = {}) =>
  drawMap(chart, example, form, [exampleResult({ country: 1, life_expect: 0, pop: 0 }, rows)], further);
const names = (rows: Cell[][], form: Record<string, unknown> = {}) =>
  marksOf(drawn(rows, form)).map(({ name }) => name);
const radii = (rows: Cell[][], form: Record<string, unknown> = {}, further = {}) =>
  marksOf(drawn(rows, { show_bubbles: true, ...form }, further), 1).map((mark) =>
    'radius' in mark ? Math.round(mark.radius) : undefined,
  );

it('asks for its column of countries, the largest first where that is wanted', () => {
  const form = { ...example.form, sort_by_metric: true };
  expect(chart.question(form, {}).queries).toMatchObject([
    { columns: ['country'], metrics: ['life_expect', 'pop'], orderby: [['life_expect', false]] },
  ]);
});

it.each([
  ['cca2', 'de'],
  ['cca3', 'DEU'],
  ['cioc', 'GER'],
  ['name', ' germany '],
  ['name', 'Federal Republic of Germany'],
  ['junk', 'DE'],
])('finds a country by %s %s', (country_fieldtype, value) => {
  expect(names([[value, 1, 2]], { country_fieldtype })).toEqual(['Germany']);
});

it('says which rows name no country, and which name one again', () => {
  const drawing = drawn([
    ['FRA', 1, 1],
    ['XX', 2, 1],
    [null, 3, 1],
    ['fra', 4, 1],
  ]);
  expect(marksOf(drawing)).toHaveLength(1);
  expect(drawing.notes).toEqual([
    'No country: XX, <NULL>.',
    '1 more rows of countries that have one already.',
  ]);
});

it('colours from the least to the most, or each country for itself', () => {
  const rows = [
    ['FRA', 10, 1],
    ['ESP', 20, 1],
    ['ITA', null, 1],
  ];
  const drawing = drawn(rows);
  expect(marksOf(drawing)).toMatchObject([
    { region: 'FRA', fill: 'rgb(244, 250, 212)' },
    { region: 'ESP', fill: 'rgb(5, 4, 21)' },
  ]);
  expect(drawing.legend).toMatchObject({ from: '10', to: '20' });
  const own = drawn(rows, { color_by: 'country' });
  expect(marksOf(own)).toMatchObject([{ fill: '#1FA8C9' }, { fill: '#454E7C' }, { region: 'ITA' }]);
  expect(own.legend).toBeUndefined();
});

it('has bubbles by the root of the second metric, the largest below', () => {
  const rows = [
    ['FRA', 1, 1],
    ['ESP', 1, 4],
    ['ITA', 1, 9],
    ['PRT', 1, -4],
    ['DEU', 1, null],
  ];
  expect(radii(rows)).toEqual([25, 13, 1]);
  expect(radii(rows, { max_bubble_size: '50' }, { width: 800, height: 700 })).toEqual([50, 26, 1]);
  expect(radii(rows, {}, { width: 200, height: 150 })).toEqual([15, 8, 1]);
  expect(radii(rows, { show_bubbles: false })).toEqual([]);
});

it('tells name and values, and filters by what the column says', () => {
  const drawing = drawn([['deu', 79.41, 82e6]], { y_axis_format: ',.1f' });
  expect(words(drawing.tooltip({ layer: 0, index: 0 }))).toBe('Germany life_expect 79.4 pop 82,000,000.0');
  expect(drawing.pointAt?.({ layer: 1, index: 0 })).toMatchObject({
    crossFilter: { filters: [{ col: 'country', op: 'IN', val: ['deu'] }], key: 'Germany' },
    detail: [{ col: 'country', op: '==', val: 'deu' }],
    drillBy: { field: 'entity' },
  });
  expect(drawing.pointAt?.({ layer: 0, index: 9 })).toBeUndefined();
  const chosen = drawn([['FRA', 1, 1]], {}, { selected: ['Germany'] });
  expect(marksOf(chosen)).toMatchObject([{ opacity: 0.3 }]);
});

it.each<[string, Cell[][]]>([
  ['no rows', []],
  ['nulls', [[null, null, null]]],
  ['no numbers', [['FRA', Number.NaN, Number.POSITIVE_INFINITY]]],
  ['one row', [['FRA', 5, 5]]],
  [
    'below zero',
    [
      ['FRA', -5, -5],
      ['ESP', -7, -7],
    ],
  ],
  [
    'long and right-to-left names',
    [
      ['ش'.repeat(300), 1, 1],
      ['x'.repeat(300), 1, 1],
    ],
  ],
  ['10,000 rows', Array.from({ length: 10_000 }, (_, index) => [`C${index}`, index, index])],
])('draws %s', async (_, rows) => {
  const size = { width: 200, height: 150 };
  for (const form of [
    {},
    { color_by: 'country', metric: 7, entity: {}, max_bubble_size: 'x', color_picker: 3 },
  ]) {
    const markup = await renderMap(drawn(rows, { show_bubbles: true, ...form }, size), DARK_THEME, size);
    expect(markup).toMatch(/^<svg .*<\/svg>$/s);
    expect(markup).not.toMatch(/NaN|Infinity|undefined/);
  }
});

it('draws in a corner of a pixel', async () => {
  const size = { width: 1, height: 1 };
  expect(await renderMap(drawn([['FRA', 1, 1]], {}, size), LIGHT_THEME, size)).not.toMatch(/NaN|Infinity/);
});

it('draws every country under its name, and the small ones too', async () => {
  const size = { width: 600, height: 400 };
  const markup = await renderMap(
    drawn([
      ['SGP', 1, 1],
      ['MLT', 2, 2],
    ]),
    LIGHT_THEME,
    size,
  );
  expect(markup.match(/data-region=/g)?.length).toBeGreaterThan(235);
  expect(markup).toMatch(/data-mark="0:0" data-region="Singapore"/);
  expect(markup).toContain(`font-family="${LIGHT_THEME.fontFamily}"`);
});
