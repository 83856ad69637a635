import { describe, expect, it } from 'vitest';
import { exampleResult, overTimeResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawExample } from '../../testing/draw-example.ts';
import { called, words } from '../../testing/formatted.ts';
import { foldedLines } from './bands.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

function drawn(form: Record<string, unknown>, results = example.results, size = {}) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results }, size);
  if (drawing.kind !== 'echarts') throw new Error('a horizon is a picture');
  return drawing;
}

/** Rows with a name. */
function rowsOf({ option }: ReturnType<typeof drawn>): number {
  const names = [option.series ?? []].flat()[1]?.data;
  return Array.isArray(names) ? names.length : Number.NaN;
}

const line = (...ys: (number | null)[]) => ({
  column: 'a',
  name: 'a',
  metric: 'a',
  parts: [],
  shift: undefined,
  points: ys.map((y, x) => ({ x, y })),
});

/** How far each value reaches into its band, and the colours of both bands. */
function folds(scale: unknown, ...lines: ReturnType<typeof line>[]) {
  return foldedLines(lines, scale).map(({ folds: all }) =>
    all.map(({ full, reached, share, hangs }) => [full, reached, share, hangs]),
  );
}

describe('a value', () => {
  it('is folded into four bands above nought and four below', () => {
    expect(folds('series', line(8, 1, -8, -3, 0))).toEqual([
      [
        ['#f46d43', '#d73027', 1, false],
        [undefined, '#fee090', 0.5, false],
        ['#4575b4', '#313695', 1, true],
        ['#abd9e9', '#74add1', 0.5, true],
        [undefined, '#fee090', 0, false],
      ],
    ]);
  });

  it('is measured by its series, by all, or as a change', () => {
    const both = [line(4, 4), line(8, 6)];
    expect(folds('overall', ...both)[0]?.[0]).toEqual(['#fee090', '#fdae61', 1, false]);
    expect(folds('series', ...both)[0]?.[0]).toEqual(['#f46d43', '#d73027', 1, false]);
    expect(folds('change', ...both)[1]).toEqual([
      [undefined, '#fee090', 0, false],
      ['#4575b4', '#313695', 1, true],
    ]);
    expect(folds('change', line(null, 2, 5))[0]).toHaveLength(2);
  });
});

it('has a row of the height that is asked for for each series, and scrolls to the others', () => {
  expect(drawn({}).option).toMatchObject({ grid: { height: 150 } });
  expect(drawn({}).option).not.toHaveProperty('dataZoom');
  const many = drawn({ series_height: '200' }).option;
  expect(many).toMatchObject({ grid: { height: 200 }, dataZoom: [{ startValue: 0, endValue: 1 }, {}] });
});

it('tells values and changes of what is pointed at', () => {
  const { tooltip } = drawn({ horizon_color_scale: 'change' }).option;
  const formatter = Array.isArray(tooltip) ? undefined : tooltip?.formatter;
  expect(words(String(called(formatter, { value: [0, 0, 1, 2, 2] })))).toBe('ORD Wed Jan 7 31 change 19');
  expect(called(formatter, { value: [0, 0, 9, 10, 9] })).toBe('');
});

it('is drawn in bands of colour, names over them', async () => {
  const svg = await echartsSvg(drawn({}));
  expect(svg).toContain('#d73027');
  expect(svg).toContain('ORD');
});

describe('bad input', () => {
  it.each([
    ['no answer', []],
    ['no rows', [exampleResult({ __timestamp: 2, 'AVG(delay)': 0 }, [])]],
    ['only nulls', [overTimeResult([['AVG(delay)', 'a']], [[0, null]])]],
    [
      'NaN and Infinity',
      [
        overTimeResult(
          [['AVG(delay)', 'a']],
          [
            [0, Number.NaN],
            [1, Number.POSITIVE_INFINITY],
          ],
        ),
      ],
    ],
  ])('%s has no rows', async (_what, results) => {
    const drawing = drawn({}, results);
    expect(rowsOf(drawing)).toBe(0);
    await echartsSvg(drawing);
  });

  it('one point, equal values, old dates, long names and doubles are drawn', async () => {
    const result = overTimeResult(
      [
        ['AVG(delay)', 'x'.repeat(300)],
        ['AVG(delay)', 'שלום'],
        ['count', 'שלום'],
      ],
      [['1850-01-01', 3, 0, -1]],
    );
    const junk = {
      metrics: ['AVG(delay)', 'count'],
      series_height: 'tall',
      horizon_color_scale: 7,
      viz_type: 'pie',
    };
    const drawing = drawn(junk, [result], { width: 200, height: 150 });
    expect(rowsOf(drawing)).toBe(3);
    expect(await echartsSvg(drawing)).toContain('#d73027');
  });

  it('ten thousand series are scrolled through as far as can be', async () => {
    const series = Array.from({ length: 10_000 }, (_, index) => ['AVG(delay)', `s${index}`]);
    const rows = [0, 1, 2].map((x) => [x, ...series.map((_, index) => index + x)]);
    const drawing = drawn({}, [overTimeResult(series, rows)]);
    expect(rowsOf(drawing)).toBe(1000);
    expect(await echartsSvg(drawing)).toContain('Drawn: the first 1,000 of 10,000 series');
  });
});

it('filters by the values of a row', () => {
  const answer = overTimeResult([['count', 'ATL']], [[0, 1]]);
  const drawing = drawn({ metrics: ['count'], groupby: ['origin'] }, [answer]);
  expect(drawing.crossFilter?.({ value: [0, 1, 0, 1, 0] })).toMatchObject({
    filters: [{ col: 'origin', op: 'IN', val: ['ATL'] }],
  });
  expect(drawing.pointAt?.({ value: [0, 1, 9, 10, 0] })).toBeUndefined();
});
