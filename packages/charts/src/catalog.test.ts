import { describe, expect, it } from 'vitest';
import { type CatalogEntry, CHART_TYPES, chartType, loadChartType } from './catalog.ts';
import { controlsOf, problemsOf } from './controls/panel.ts';
import { describeChart } from './draw/describe.ts';
import { DARK_THEME, drawExample, LIGHT_THEME } from './testing/draw-example.ts';

describe.each(CHART_TYPES)('chart type $key', (type) => {
  const { key, load, about } = type;

  it('loads under its own key and has a thumbnail that follows the text colour', async () => {
    const [{ chart }, { about: given }] = await Promise.all([load(), about()]);
    expect(chart.key).toBe(key);
    expect(given.thumbnail).toMatch(/^<svg viewBox=".*currentColor.*<\/svg>$/s);
  });

  it('has an example whose form is complete', async () => {
    const { chart, given } = await withExample(type);
    expect(given.form.viz_type).toBe(key);
    expect([...problemsOf(chart.controls, { form: given.form, datasource: null })]).toEqual([]);
  });

  it('begins with a temporal filter, so that time ranges of dashboards reach it', async () => {
    const { chart } = await load();
    const filters = controlsOf(chart.controls).find(({ name }) => name === 'adhoc_filters');
    // This one is filtered as the chart is that it repeats.
    if (!filters) return expect(key).toBe('cartodiagram');
    const form = { datasource: '1__table', viz_type: key, granularity_sqla: 'date' };
    expect(filters.initial?.({ form, datasource: null })).toEqual([
      {
        clause: 'WHERE',
        expressionType: 'SIMPLE',
        subject: 'date',
        operator: 'TEMPORAL_RANGE',
        comparator: 'No filter',
      },
    ]);
  });

  it('asks one answer per result of its example', async () => {
    const { chart, given } = await withExample(type);
    const { queries, datasource } = chart.question(given.form, {});
    expect(queries).toHaveLength(given.results.length);
    expect(datasource.type).toBe('table');
  });

  it('draws its example by day and by night with the colours of each', async () => {
    const { chart, given } = await withExample(type);
    const [day, night] = [LIGHT_THEME, DARK_THEME].map((theme) =>
      JSON.stringify(drawExample(chart, given, { theme })),
    );
    expect(day).not.toContain('undefined');
    if (day?.includes(LIGHT_THEME.colorText)) expect(night).toContain(DARK_THEME.colorText);
    expect(day).toMatchSnapshot();
  });

  it('says of its example in one sentence what it shows', async () => {
    const { chart, given } = await withExample(type);
    const datasource = { columns: [], metrics: [], verbose_map: {}, column_formats: {} };
    const sentence = describeChart(chart, { ...given, datasource });
    expect(sentence).toMatch(new RegExp(`^${type.name.replace(/[()]/g, '\\$&')} of [^\n]+[^.]$`));
    expect(sentence).not.toMatch(/undefined|NaN|\bof by\b|\[object/);
  });

  it('offers every control under one type and one default', async () => {
    const { chart } = await load();
    const known = new Map<string, string>();
    for (const { name, type, default: value } of controlsOf(chart.controls)) {
      const facts = JSON.stringify([type, value]);
      expect(known.get(name) ?? facts, name).toBe(facts);
      known.set(name, facts);
    }
  });
});

async function withExample({ load, about }: CatalogEntry) {
  const [{ chart }, { about: told }] = await Promise.all([load(), about()]);
  const given = await told.example?.();
  if (!given) throw new Error(`${chart.key} has no example.`);
  return { chart, given: given.example };
}

it('knows nothing of other keys', async () => {
  expect(chartType('no_such_chart')).toBeUndefined();
  expect(await loadChartType('no_such_chart')).toBeUndefined();
});

it('names every key once', () => {
  const keys = CHART_TYPES.map((type) => type.key);
  expect(new Set(keys).size).toBe(keys.length);
});
