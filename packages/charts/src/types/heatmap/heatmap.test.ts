import { expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawExample } from '../../testing/draw-example.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

function drawn(form: Record<string, unknown>, results = example.results) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results });
  if (drawing.kind !== 'echarts') throw new Error('a heatmap is a picture');
  return drawing;
}

it('orders its axes by name or by the sum of their cells', () => {
  expect(drawn({ sort_x_axis: 'alpha_desc', sort_y_axis: 'value_asc' }).option).toMatchObject({
    xAxis: { data: ['ORD', 'DFW', 'ATL'] },
    yAxis: { data: ['LAS', 'PHX', 'LAX'] },
  });
  expect(drawn({}).option.xAxis).not.toHaveProperty('data');
});

it('colours by rank when normalized, and within given bounds', () => {
  expect(drawn({ normalized: true }).option.visualMap).toMatchObject({ dimension: 3, min: 0.125, max: 1 });
  expect(drawn({ value_bounds: [0, 50] }).option.visualMap).toMatchObject({ dimension: 2, min: 0, max: 50 });
  expect(drawn({ legend_type: 'piecewise', show_legend: false }).option.visualMap).toMatchObject({
    type: 'piecewise',
    show: false,
  });
});

it('writes moments, keeps missing names apart and leaves cells without a value empty', () => {
  const result = exampleResult({ origin: 2, destination: 1, count: 0, rank: 0 }, [
    [1230768000000, null, 3, 1],
    [1233446400000, 'LAS', null, 0],
  ]);
  const { option } = drawn({ x_axis_time_format: '%Y-%m' }, [result]);
  expect(option).toMatchObject({
    visualMap: { min: 3, max: 3 },
    series: [
      {
        data: [
          [1230768000000, '<NULL>', 3, 1],
          [1233446400000, 'LAS', '<NULL>', 0],
        ],
      },
    ],
  });
  const { xAxis } = option;
  const label = Array.isArray(xAxis) ? undefined : xAxis?.axisLabel?.formatter;
  expect(typeof label === 'function' && Reflect.apply(label, undefined, ['1230768000000', 0])).toBe(
    '2009-01',
  );
  expect(drawn({ sort_x_axis: 'alpha_desc' }, [result]).option).toMatchObject({
    xAxis: { data: ['1233446400000', '1230768000000'] },
  });
});

it('draws moments, listed or not, without a browser', async () => {
  const rows = exampleResult({ origin: 2, destination: 1, count: 0, rank: 0 }, [
    [1230768000000, 'LAS', 3, 1],
    [1233446400000, 'LAS', 4, 0],
  ]);
  for (const form of [{}, { sort_x_axis: 'alpha_desc' }]) {
    const svg = await echartsSvg(drawn({ x_axis_time_format: '%Y-%m', ...form }, [rows]));
    expect(svg).toContain('2009-01');
    expect(svg).toContain('2009-02');
    expect(svg).toMatch(/>3<.*>4<|>4<.*>3</s);
  }
});
