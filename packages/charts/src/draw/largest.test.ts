import { type DataRow, GenericType } from '@chartroom/model';
import { describe, expect, it } from 'vitest';
import { CHART_TYPES } from '../catalog.ts';
import { exampleResult } from '../example-result.ts';
import { drawExample } from '../testing/draw-example.ts';

const MANY = 3_000;

/** How much of very many categories is drawn, and what is said of it. */
const DRAWN: Readonly<Record<string, { form: Record<string, unknown>; drawn: number; said: string }>> = {
  pie: {
    form: { groupby: ['name'], metric: 'amount' },
    // The others stand together.
    drawn: 101,
    said: 'Drawn: the 100 largest slices of 3,000',
  },
  gauge_chart: {
    form: { groupby: ['name'], metric: 'amount' },
    drawn: 20,
    said: 'Drawn: the 20 largest values of 3,000',
  },
  funnel: {
    form: { groupby: ['name'], metric: 'amount' },
    drawn: 50,
    said: 'Drawn: the 50 largest stages of 3,000',
  },
  radar: {
    form: { groupby: ['name'], metrics: ['amount'] },
    drawn: 50,
    said: 'Drawn: the 50 largest groups of 3,000',
  },
  sunburst_v2: {
    form: { columns: ['name'], metric: 'amount' },
    drawn: 200,
    said: 'Drawn: the 200 largest arcs of 3,000',
  },
  treemap_v2: {
    form: { groupby: ['name'], metric: 'amount' },
    drawn: 300,
    said: 'Drawn: the 300 largest rectangles of 3,000',
  },
};

async function drawnWith(key: string, count: number, size: { width: number; height: number }) {
  const chart = await CHART_TYPES.find((type) => type.key === key)?.load();
  if (!chart) throw new Error(`There is no ${key}.`);
  const rows: DataRow[string][][] = Array.from({ length: count }, (_, at) => [`Name ${at}`, at + 1]);
  const result = exampleResult({ name: GenericType.STRING, amount: GenericType.NUMERIC }, rows);
  const form = { datasource: '1__table', viz_type: key, ...DRAWN[key]?.form };
  const drawing = drawExample(chart.chart, { form, results: [result] }, size);
  return drawing.kind === 'echarts' ? drawing.option : {};
}

describe.each(Object.entries(DRAWN))('%s of very many categories', (key, { drawn, said }) => {
  it('draws the largest, in their order, and says of how many', async () => {
    const { series, graphic } = await drawnWith(key, MANY, { width: 600, height: 400 });
    const [first] = [series ?? []].flat();
    const data = first && 'data' in first && Array.isArray(first.data) ? first.data : [];
    const [whole] = data;
    const children: unknown = data.length === 1 ? Reflect.get(Object(whole), 'children') : data;
    expect(children).toHaveLength(drawn);
    expect(JSON.stringify(children)).toContain(`Name ${MANY - 1}"`);
    expect(JSON.stringify(children)).not.toContain('Name 0"');
    expect(JSON.stringify(graphic)).toContain(said);
  });

  it('draws all of few, and says nothing', async () => {
    const { graphic } = await drawnWith(key, 12, { width: 200, height: 150 });
    expect(JSON.stringify(graphic ?? [])).toBe('[]');
  });
});
