import { describe, expect, it } from 'vitest';
import { CHART_TYPES } from '../catalog.ts';
import { DARK_THEME, drawExample, LIGHT_THEME } from '../draw-example.ts';
import { renderSvg } from './render-svg.ts';

const SIZE = { width: 600, height: 400 };

describe.each(CHART_TYPES)('picture of $key', ({ load, example }) => {
  it.each([
    ['light', LIGHT_THEME],
    ['dark', DARK_THEME],
  ])('is drawn without a browser, %s', async (_, theme) => {
    const [{ chart }, { example: given }] = await Promise.all([load(), example()]);
    const svg = await renderSvg(drawExample(chart, given, { theme, ...SIZE }), SIZE, theme);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="600" height="400".*<\/svg>$/s);
    expect(svg).toContain(theme.colorBackground);
    expect(svg).toContain('<text');
    expect(svg).not.toMatch(/NaN|undefined|\[object/);
    const other = theme.dark ? LIGHT_THEME : DARK_THEME;
    expect(svg).not.toContain(other.colorText);
  });
});

it('shows the rows of a table that fit, cuts long texts, and keeps the totals', async () => {
  const table = {
    columns: [{ key: 'a', label: 'Name', align: 'left' as const, numeric: false, width: 100 }],
    rows: Array.from({ length: 50 }, (_, index) => [
      { value: index, text: `<row ${index}> with a long text` },
    ]),
    totals: [
      {
        value: null,
        text: 'Total',
        background: '#ff0000',
        bar: { from: 0.5, width: 0.25, color: '#00ff00' },
      },
    ],
    rowCount: 50,
  };
  const svg = await renderSvg({ kind: 'table', table }, { width: 100, height: 140 }, LIGHT_THEME);
  expect(svg).toContain('&lt;row 2&gt;');
  expect(svg).toContain('…');
  expect(svg).not.toContain('row 3');
  expect(svg).toContain('>Total<');
  expect(svg).toMatch(/<rect x="50" y="112" width="25" height="27" fill="#00ff00"\/>/);
});
