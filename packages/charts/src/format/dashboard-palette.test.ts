import { expect, test } from 'vitest';
import { DashboardPalette } from './dashboard-palette.ts';
import { categoricalScheme } from './label-colors.ts';

const [first, second, third] = categoricalScheme('d3Category10').colors;
const domain = [...categoricalScheme('d3Category10').colors];

test('a label has one colour in all charts, whichever shows it first', () => {
  const palette = new DashboardPalette({ color_scheme: 'd3Category10' });
  const [pie, lines] = [palette.of(1, 'bnbColors'), palette.of(2, undefined)];
  expect([pie('ATL'), pie('ORD')]).toEqual([first, second]);
  expect([lines('ORD'), lines(' ATL ')]).toEqual([second, first]);
  // The first colours of the scheme are in use in this chart already.
  expect(lines('DFW')).toBe(third);
  expect(palette.stored).toEqual({
    map_label_colors: { ATL: first, ORD: second, DFW: third },
    shared_label_colors: ['ATL', 'ORD'],
    color_scheme_domain: domain,
  });
});

test('chosen colours come first, then those that labels had before', () => {
  const palette = new DashboardPalette({
    color_scheme: 'd3Category10',
    label_colors: { ATL: '#123456' },
    map_label_colors: { ATL: '#000000', ORD: '#abcdef' },
    color_scheme_domain: domain,
  });
  const color = palette.of(1, undefined);
  expect([color('ATL'), color('ORD'), color('DFW')]).toEqual(['#123456', '#abcdef', first]);
  expect(palette.stored.map_label_colors).toEqual({ ATL: '#000000', ORD: '#abcdef', DFW: first });
  expect(palette.labels).toEqual(['ATL', 'ORD', 'DFW']);
});

test('of a scheme whose colours have changed, labels begin anew', () => {
  const palette = new DashboardPalette({
    color_scheme: 'd3Category10',
    map_label_colors: { ATL: '#abcdef' },
    color_scheme_domain: ['#abcdef'],
  });
  expect(palette.of(1, undefined)('ATL')).toBe(first);
});

test('without a scheme of the dashboard a chart gives the colours of its own', () => {
  const palette = new DashboardPalette({});
  expect(palette.of(1, 'd3Category10')('ATL')).toBe(first);
  const other = palette.of(2, 'bnbColors');
  expect(other('ATL')).toBe(first);
  expect(other('ORD')).toBe(categoricalScheme('bnbColors').colors[0]);
  expect(palette.stored.color_scheme_domain).toEqual([]);
});

test('a label of one chart follows the scheme of its chart; one of several keeps its colour', () => {
  const palette = new DashboardPalette({
    map_label_colors: { ATL: '#abcdef', ORD: '#abcdef' },
    shared_label_colors: ['ORD'],
  });
  const color = palette.of(1, 'd3Category10');
  expect([color('ATL'), color('ORD')]).toEqual([first, '#abcdef']);
  expect(palette.of(2, 'bnbColors')('ATL')).toBe(first);
  expect(palette.stored).toMatchObject({
    map_label_colors: { ATL: first, ORD: '#abcdef' },
    shared_label_colors: ['ORD', 'ATL'],
  });
});
