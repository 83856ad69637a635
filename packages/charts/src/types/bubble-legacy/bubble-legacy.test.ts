import { expect, it } from 'vitest';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawExample } from '../../testing/draw-example.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

function drawn(form: Record<string, unknown> = {}, results = example.results) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results });
  if (drawing.kind !== 'echarts') throw new Error('bubbles are a picture');
  return drawing;
}

it('is drawn as bubbles are, with the settings of older charts', async () => {
  const form = { x_log_scale: true, x_axis_format: ',d', x_ticks_layout: '45°', x_axis_showminmax: true };
  const drawing = drawn({ ...form, left_margin: 75, y_axis_bounds: [0, null] });
  expect(drawing.option).toMatchObject({
    grid: { left: 75, bottom: 50 },
    xAxis: { type: 'log', name: 'Budget', axisLabel: { rotate: -45, showMinLabel: true } },
    yAxis: { type: 'value', name: 'Takings', min: 0 },
    legend: { data: ['Action', 'Adventure', 'Comedy'] },
  });
  const svg = await echartsSvg(drawing);
  expect(svg).toContain('100,000,000');
  expect(await echartsSvg(drawn({}, []))).not.toMatch(/NaN|Infinity/);
});

it('asks one question, with its limit as one of rows', () => {
  const asked = chart.question(example.form, {});
  expect(asked.queries).toMatchObject([
    { columns: ['title', 'genre'], metrics: ['budget', 'takings', 'votes'], row_limit: 100, series_limit: 0 },
  ]);
  expect(asked.form_data).toEqual(example.form);
  const { limit: _none, ...unlimited } = example.form;
  const form = { ...unlimited, datasource: '1__table', viz_type: 'bubble' };
  expect(chart.question(form, {}).queries[0]).not.toHaveProperty('row_limit');
});
