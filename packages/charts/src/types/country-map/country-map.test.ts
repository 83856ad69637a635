import { expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { loadAtlas } from '../../map/atlas.ts';
import { renderMap } from '../../map/render.ts';
import { SHAPES } from '../../map/shapes/index.ts';
import { LIGHT_THEME } from '../../testing/draw-example.ts';
import { drawMap } from '../../testing/draw-map.ts';
import { words } from '../../testing/formatted.ts';
import { COUNTRIES } from './countries.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Cell = string | number | null;

const SIZE = { width: 600, height: 400 };
const drawn = (rows: Cell[][], form: Record<string, unknown> = {}) =>
  drawMap(chart, example, form, [exampleResult({ state: 1, rate: 0 }, rows)]);
const rendered = (rows: Cell[][], form: Record<string, unknown> = {}, size = SIZE) =>
  renderMap(drawn(rows, form), LIGHT_THEME, size);

it('asks for its column of regions', () => {
  expect(chart.question(example.form, {}).queries).toMatchObject([{ columns: ['state'], metrics: ['rate'] }]);
});

it('colours regions by code, in whatever letters, or by name', async () => {
  const markup = await rendered([
    ['us-ca', 1],
    ['US.TX', 2],
    ['New York', 3],
    ['US-ZZ', 4],
  ]);
  expect(markup).toMatch(/data-mark="0:0" data-region="California"/);
  expect(markup).toMatch(/data-mark="0:1" data-region="Texas"/);
  expect(markup).toMatch(/data-mark="0:2" data-region="New York"/);
  expect(markup).toContain('Not on this map: US-ZZ.');
  expect(markup).toMatch(/<path(?![^>]*data-mark)[^>]*data-region="Oregon"/);
});

it('tells what a region is called and its value', () => {
  const drawing = drawn([['US-CA', 11.64]]);
  expect(words(drawing.tooltip({ layer: 0, index: 0 }, 'California'))).toBe('California rate 11.6');
  expect(drawing.tooltip({ layer: 0, index: 5 })).toBe('');
  expect(drawing.legend).toMatchObject({ from: '11.6', to: '11.6' });
});

it('says what is missing: a country, or its shapes', async () => {
  expect(drawn([], { select_country: null }).notes).toEqual(['Choose the country whose regions are shown.']);
  expect(drawn([], { select_country: 'turkey_regions' }).notes).toEqual([
    'There are no shapes of the regions of Turkey (regions).',
  ]);
  expect(await rendered([['x', 1]], { select_country: '__proto__' })).toContain('There are no shapes');
});

it.each([
  ['germany', 'DE-BY', 'Bayern'],
  ['uk', 'GB-LDS', 'Leeds'],
  ['france', 'FR-29', 'Finistère'],
  ['france_regions', 'FR-BRE', 'Bretagne'],
  ['italy_regions', 'IT-82', 'Sicilia'],
  ['poland', 'PL-14', 'Masovian'],
])('has regions of %s', async (country, code, name) => {
  expect((await loadAtlas(country))?.find(code)?.name).toBe(name);
});

it('has shapes of nearly every country that can be chosen', () => {
  const without = COUNTRIES.map(([name]) => String(name)).filter((name) => !Object.hasOwn(SHAPES, name));
  expect(without).toEqual(['aland', 'turkey_regions']);
});

it.each<[string, Cell[][]]>([
  ['no rows', []],
  ['nulls', [[null, null]]],
  [
    'no numbers',
    [
      ['US-CA', Number.NaN],
      ['US-TX', Number.NEGATIVE_INFINITY],
    ],
  ],
  [
    'a region twice',
    [
      ['US-CA', 1],
      ['us-ca ', 2],
    ],
  ],
  [
    'long and right-to-left names',
    [
      ['ش'.repeat(300), 1],
      ['<b>'.repeat(100), 1],
    ],
  ],
  ['10,000 regions', Array.from({ length: 10_000 }, (_, index) => [`R${index}`, index])],
])('draws %s', async (_, rows) => {
  for (const form of [{}, { select_country: 'fiji' }, { metric: null, entity: 5, linear_color_scheme: 9 }])
    for (const size of [
      { width: 200, height: 150 },
      { width: 1, height: 1 },
    ]) {
      const markup = await rendered(rows, form, size);
      expect(markup).toMatch(/^<svg .*<\/svg>$/s);
      expect(markup).not.toMatch(/NaN|Infinity|undefined|<b>/);
    }
});
