import type { ChartFormData } from '@chartroom/model';
import { expect, it } from 'vitest';
import type { DrawInput, DrawnPart, MapDrawing } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';
import { renderMap } from '../../map/render.ts';
import { partForm } from '../../question/part-form.ts';
import { DARK_THEME, drawExample } from '../../testing/draw-example.ts';
import { drawMap } from '../../testing/draw-map.ts';
import { words } from '../../testing/formatted.ts';
import { example as arcs } from '../deck-arc/example.ts';
import { chart as arcChart } from '../deck-arc/index.ts';
import { example as circles } from '../deck-scatter/example.ts';
import { chart as circleChart } from '../deck-scatter/index.ts';
import { example as slices } from '../pie/example.ts';
import { chart as pieChart } from '../pie/index.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

const AIRPORTS = drawMap(circleChart, circles);
const FLIGHTS = drawMap(arcChart, arcs);

function drawn(parts: DrawnPart[] | undefined, form = {}, size: Partial<DrawInput> = {}): MapDrawing {
  return drawMap(chart, example, form, [], { parts, ...size });
}

it('asks nothing itself, and names the charts to be asked in its order', () => {
  expect(chart.question(example.form, {}).queries).toEqual([]);
  const form = { ...example.form, deck_slices: [7, '3', 7, null, 'x', 2.5] };
  expect(chart.parts?.(form).map(({ id }) => id)).toEqual([7, 3]);
});

it('lays its filters over those of each chart', () => {
  const [own, theirs] = ['a', 'b'].map((subject) => ({
    expressionType: 'SIMPLE' as const,
    clause: 'WHERE' as const,
    subject,
    operator: '>',
    comparator: 1,
  }));
  const extra_form_data = { time_range: 'Last week', filters: [{ col: 'x', op: '==', val: 1 }] };
  const [part] = chart.parts?.({ ...example.form, adhoc_filters: own ? [own] : [], extra_form_data }) ?? [];
  if (!part || !theirs) throw new Error('there is a part');
  const form: ChartFormData = {
    ...circles.form,
    adhoc_filters: [theirs],
    extra_form_data: { filters: [{ col: 'y', op: '==', val: 2 }] },
  };
  const [query] = circleChart.question(partForm(form, part), {}).queries;
  expect(query).toMatchObject({
    time_range: 'Last week',
    filters: expect.arrayContaining([
      { col: 'a', op: '>', val: 1 },
      { col: 'b', op: '>', val: 1 },
      { col: 'x', op: '==', val: 1 },
      { col: 'y', op: '==', val: 2 },
    ]),
  });
});

it('keeps filters of a dashboard from the layers that they are not for', () => {
  const one = { col: 'x', op: '==', val: 1 };
  const other = { col: 'y', op: '==', val: 1 };
  const form = {
    ...example.form,
    extra_form_data: { filters: [one, other] },
    layer_filter_scope: { first: [1] },
    filter_data_mapping: { first: [one] },
  };
  expect(chart.parts?.(form).map((part) => part.extra_form_data)).toEqual([
    { filters: [other] },
    { filters: [one, other] },
  ]);
});

it('draws the layers over each other, and tells of each what its chart tells', () => {
  const drawing = drawExample(chart, example);
  if (drawing.kind !== 'map') throw new Error('it is a map');
  expect(drawing.layers.map(({ kind }) => kind)).toEqual(['arcs', 'circles']);
  expect(drawing.notes).toEqual([]);
  const top = { layer: 1, index: 3 };
  expect(drawing.tooltip(top)).toBe(AIRPORTS.tooltip({ layer: 0, index: 3 }));
  expect(words(drawing.tooltip({ layer: 9, index: 0 }))).toBe('');
});

it('shows all layers whatever the viewport says, and tells their colours together', () => {
  const viewport = { longitude: 5, latitude: 6, zoom: 7 };
  const both = drawn([part(FLIGHTS), part(AIRPORTS), part(AIRPORTS)], { viewport });
  expect(both.view).not.toMatchObject({ centre: [5, 6] });
  expect(drawn([], { viewport }).view).toMatchObject({ centre: [5, 6], zoom: 7 });
  const [one, three] = [AIRPORTS.legend, both.legend];
  if (one?.kind !== 'labels' || three?.kind !== 'labels') throw new Error('the colours are told one by one');
  expect(three.labels).toEqual(expect.arrayContaining([...one.labels]));
  expect(three.labels.length).toBe(
    new Set(
      [FLIGHTS.legend, one].flatMap((each) =>
        each?.kind === 'labels' ? each.labels.map(({ text }) => text) : [],
      ),
    ).size,
  );
});

it('says what is missing', () => {
  expect(drawn(undefined, { deck_slices: [] }).notes).toEqual(['No charts are chosen.']);
  expect(drawn(undefined).notes).toHaveLength(1);
  const pie = drawExample(pieChart, slices);
  const parts = [part(AIRPORTS), { name: 'Shares', drawing: pie }, { name: 'Paths', problem: 'Not found' }];
  expect(drawn(parts).notes).toEqual(['Shares is no map.', 'Paths: Not found']);
});

it.each([
  ['nothing', undefined],
  ['no charts', []],
  ['a chart without rows', [part(drawMap(circleChart, circles, {}, [exampleResult({}, [])]))]],
  ['charts that have failed', [{ name: 'ش'.repeat(300), problem: '<b>'.repeat(100) }]],
])('draws %s', async (_, parts) => {
  for (const form of [{}, { deck_slices: {}, viewport: [], adhoc_filters: 'x', layer_filter_scope: 3 }]) {
    const size = { width: 200, height: 150 };
    const markup = await renderMap(drawn(parts, form, size), DARK_THEME, size);
    expect(markup).toMatch(/^<svg .*<\/svg>$/s);
    expect(markup).not.toMatch(/NaN|Infinity|undefined|<b>/);
  }
});

function part(drawing: MapDrawing): DrawnPart {
  return { name: 'A map', drawing };
}
