import { expect, it } from 'vitest';
import type { DrawInput } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { LIGHT_THEME } from '../../testing/draw-example.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';
import { placeWords } from './spiral.ts';
import { cloudOf } from './words.ts';

type Row = [subject: string | number | null, searches: number | string | null];

function inputOf(
  form: Record<string, unknown> = {},
  rows?: readonly Row[],
  size = { width: 600, height: 400 },
): DrawInput {
  return {
    form: { ...example.form, rotation: 'square', ...form },
    results: rows ? [exampleResult({ subject: 1, searches: 0 }, rows)] : example.results,
    datasource: { columns: [], metrics: [], verbose_map: { searches: 'Searches' }, column_formats: {} },
    theme: LIGHT_THEME,
    ...size,
  };
}

function drawn(...input: Parameters<typeof inputOf>) {
  const drawing = chart.draw(inputOf(...input));
  if (drawing.kind !== 'echarts') throw new Error('a cloud is a picture');
  return drawing;
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index): Row => [`word ${index}`, count - index]);

it('sizes words from nothing to the largest value', () => {
  const { words: placed } = cloudOf(
    inputOf({ rotation: 'flat', size_from: '10', size_to: 30 }, [
      ['a', 100],
      ['b', '50'],
      ['c', 0],
      ['d', -5],
    ]),
  );
  expect(placed.map(({ word }) => [word.text, word.size])).toEqual([
    ['a', 30],
    ['b', 20],
    ['c', 10],
    ['d', 10],
  ]);
});

it('turns words as it is told, in the same way each time', () => {
  const turnsOf = (rotation: string) =>
    new Set(cloudOf(inputOf({ rotation })).words.map(({ word }) => word.turn));
  expect([...turnsOf('flat')]).toEqual([0]);
  expect([...turnsOf('square')].toSorted()).toEqual([0, 90]);
  expect([...turnsOf('random')].every((turn) => turn % 30 === 0 && turn >= -90 && turn <= 60)).toBe(true);
  expect(cloudOf(inputOf())).toEqual(cloudOf(inputOf()));
});

it('lets no two words overlap, and none leave the cloud', () => {
  const long = Array.from({ length: 120 }, (_, index) => ({
    text: 'mmmm',
    size: 8 + (index % 20),
    turn: (index % 2) * 90,
  }));
  const placed = placeWords(long, 500, 300);
  expect(placed.length).toBeGreaterThan(50);
  const sides = placed.map(({ word, x, y }) => {
    const [along, across] = [word.size * 1.8, word.size / 2];
    const [right, below] = word.turn === 0 ? [along, across] : [across, along];
    return { left: x - right, right: x + right, top: y - below, bottom: y + below };
  });
  for (const [index, a] of sides.entries()) {
    expect(a.left >= -250 && a.right <= 250 && a.top >= -150 && a.bottom <= 150).toBe(true);
    for (const b of sides.slice(index + 1))
      expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).toBe(false);
  }
});

it('keeps turned words apart by their own sides', () => {
  const crossed = [
    { text: 'mmmmmmmm', size: 20, turn: 30 },
    { text: 'mmmmmmmm', size: 20, turn: 30 },
  ];
  const [a, b] = placeWords(crossed, 400, 400);
  expect(Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0))).toBeLessThan(60);
});

it('draws all smaller where its first words have no room', () => {
  const wide = cloudOf(inputOf({}, many(10)));
  const narrow = cloudOf(inputOf({}, many(10), { width: 200, height: 150 }));
  expect(narrow.words).toHaveLength(10);
  expect(narrow.words[0]?.word.size).toBeLessThan(wide.words[0]?.word.size ?? 0);
});

it('says how many words it has no room for', async () => {
  const drawing = drawn({}, many(10_000));
  const svg = await echartsSvg(drawing);
  expect(svg).toMatch(/Drawn: \d+ of 10,000 words/);
  expect(svg).toContain('>word 0<');
});

it('tells the value of a word', () => {
  const { tooltip } = drawn().option;
  const text = called(Array.isArray(tooltip) ? undefined : tooltip?.formatter, { dataIndex: 1 });
  expect(words(String(text))).toBe('Travel Searches 82');
});

it('draws its words without a browser', async () => {
  const svg = await echartsSvg(drawn());
  for (const text of ['History', 'Travel', 'Tea']) expect(svg).toContain(`>${text}<`);
});

it('writes the beginnings of words that are very long, so that some of many have room', () => {
  const rows = many(3_000).map(([word, weight]): Row => [`${word} ${'and so on '.repeat(30)}`, weight]);
  const { words: placed } = cloudOf(inputOf({}, rows, { width: 200, height: 150 }));
  expect(placed.length).toBeGreaterThan(4);
  expect(placed[0]?.word).toMatchObject({
    name: rows[0]?.[0],
    text: expect.stringMatching(/^word 0 and.{10,}…$/),
  });
});

it('cuts words that are longer than the cloud', async () => {
  const svg = await echartsSvg(
    drawn({ rotation: 'flat' }, [['x'.repeat(300), 5]], { width: 300, height: 200 }),
  );
  expect(svg).toMatch(/>x{20,80}…</);
});

it.each([
  ['no rows', []],
  ['one row', [['a', 1]]],
  ['nothing but nulls', [[null, null]]],
  [
    'the same word twice',
    [
      ['a', 1],
      ['a', 2],
    ],
  ],
  [
    'NaN and infinity',
    [
      ['a', Number.NaN],
      ['b', Number.POSITIVE_INFINITY],
    ],
  ],
  [
    'texts from right to left and numbers',
    [
      ['שלום עולם', 3],
      [2024, 2],
      ['  ', 9],
    ],
  ],
] satisfies [string, Row[]][])('bears %s', async (_, rows) => {
  for (const rotation of ['flat', 'square', 'random']) {
    const svg = await echartsSvg(drawn({ rotation }, rows, { width: 200, height: 150 }));
    expect(svg).toContain('<svg');
    expect(svg).not.toContain('NaN');
  }
});

it.each([
  { series: undefined, metric: undefined },
  { series: 7, metric: [], size_from: 'x', size_to: {}, rotation: 3 },
])('bears the form data %j', (form) => {
  expect(cloudOf(inputOf(form)).words).toEqual([]);
});

it('bears sizes of another type', () => {
  const { words: placed } = cloudOf(inputOf({ size_from: -5, size_to: '1e9', rotation: null }));
  expect(placed.length).toBeGreaterThan(0);
});
