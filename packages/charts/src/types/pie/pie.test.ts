import { expect, it } from 'vitest';
import { drawExample } from '../../testing/draw-example.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

function drawn(form: Record<string, unknown>, width = 600) {
  const whole = { form: { ...example.form, ...form }, results: example.results };
  const drawing = drawExample(chart, whole, { width });
  if (drawing.kind !== 'echarts') throw new Error('a pie is a picture');
  const [series] = Array.isArray(drawing.option.series) ? drawing.option.series : [];
  if (series?.type !== 'pie') throw new Error('a pie has one series');
  return { ...drawing, series };
}

const names = (form: Record<string, unknown>) => {
  const { data } = drawn(form).series;
  return Array.isArray(data) ? data.map((slice) => Reflect.get(Object(slice), 'name')) : [];
};

function labelOf(form: Record<string, unknown>): unknown {
  const formatter = drawn(form).series.label?.formatter;
  return typeof formatter === 'function'
    ? Reflect.apply(formatter, undefined, [{ name: 'ORD', value: 3257, percent: 26.9 }])
    : undefined;
}

it.each([
  ['key', 'ORD'],
  ['value', '3.26k'],
  ['percent', '26.90%'],
  ['key_value', 'ORD: 3.26k'],
  ['key_percent', 'ORD: 26.90%'],
  ['key_value_percent', 'ORD: 3.26k (26.90%)'],
  ['value_percent', '3.26k (26.90%)'],
])('labels its slices by %s', (label_type, text) => {
  expect(labelOf({ label_type })).toBe(text);
});

it('labels by a template, leaving unknown names as they are', () => {
  expect(labelOf({ label_type: 'template', label_template: '{name}\\n{value} {nope}' })).toBe(
    'ORD\n3.26k {nope}',
  );
});

it('gathers small slices in one that filters nothing', () => {
  expect(names({ threshold_for_other: 17 })).toEqual(['ORD', 'DFW', 'ATL', 'Other']);
  const { crossFilter } = drawn({ threshold_for_other: 17 });
  expect(crossFilter?.({ name: 'Other' })).toBeUndefined();
  expect(crossFilter?.({ name: 'ORD' })?.filters).toEqual([{ col: 'origin', op: 'IN', val: ['ORD'] }]);
});

it('has a hole for a donut and the total in it', () => {
  const { series, option } = drawn({ donut: true, innerRadius: 40, show_total: true });
  expect(series).toMatchObject({ type: 'pie', radius: ['40%', '70%'] });
  expect(option.graphic).toMatchObject([{ left: 'center', top: 'middle', style: { text: 'Total: 12.1k' } }]);
});

it('is smaller in a narrow picture whose labels stand beside it, and only there', () => {
  const radius = (form: Record<string, unknown>, width: number) => drawn(form, width).series.radius;
  expect(radius({}, 180)).toEqual(['0%', '48%']);
  expect(radius({ labels_outside: false }, 180)).toEqual(radius({ labels_outside: false }, 600));
});
