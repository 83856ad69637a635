import type { ChartDataResult, ChartFormData } from '@chartroom/model';
import { expect, it } from 'vitest';
import { loadChartType } from '../catalog.ts';
import type { ChartType } from '../chart-type.ts';
import { problemsOf } from '../controls/panel.ts';
import { baseQuery } from '../question/base-query.ts';
import { axisValues, chartQuestion } from './axis-values.ts';
import { crossFilterOfCell, matrixCells, matrixQuestions, pointInCell, selectedInCell } from './cells.ts';
import { canRepeat, matrixOf, withNewestMatrix } from './matrix.ts';
import { panelOf } from './section.ts';

const typeOf = async (key: string): Promise<ChartType> => {
  const type = await loadChartType(key);
  if (!type) throw new Error(key);
  return type;
};
const bar = await typeOf('echarts_timeseries_bar');
const pie = await typeOf('pie');

const plain: ChartFormData = {
  datasource: '3__table',
  viz_type: 'echarts_timeseries_bar',
  slice_id: 7,
  x_axis: 'day',
  metrics: ['count'],
  x_axis_sort: 'count',
  adhoc_filters: [
    { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'year', operator: '>', comparator: 2000 },
  ],
  row_limit: 50,
};
/** Three metrics by the first four of a dimension. */
const matrix = {
  matrixify_enable: true,
  matrixify_mode_rows: 'metrics',
  matrixify_rows: ['count', 'sum_delay', 'max_delay'],
  matrixify_mode_columns: 'dimensions',
  matrixify_dimension_selection_mode_columns: 'topn',
  matrixify_dimension_columns: { dimension: 'origin', values: [] },
  matrixify_topn_value_columns: 4,
  matrixify_topn_metric_columns: 'count',
};
const form: ChartFormData = { ...plain, ...matrix };
const datasource = { columns: [], verbose_map: { origin: 'Origin', sum_delay: 'Delay' } };
const answer = (column: string, values: (string | number | null)[]): ChartDataResult =>
  Object.assign(Object.create(null), {
    data: values.map((value) => ({ [column]: value })),
    colnames: [column],
    coltypes: [1],
    rowcount: values.length,
  });
const read = (given: ChartFormData, type = bar) => {
  const found = matrixOf(type, given);
  if (!found) throw new Error('There is no matrix.');
  return found;
};
const cellsOf = (given: ChartFormData, results: ChartDataResult[], type = bar) => {
  const found = read(given, type);
  return matrixCells(type, given, axisValues(found, results, datasource), found.titleTemplate);
};

it('asks for the first of a dimension under the filters of the chart, and for nothing that is said already', () => {
  const [query, ...others] = chartQuestion(bar, form, {}).queries;
  expect(others).toEqual([]);
  expect(query).toMatchObject({
    columns: ['origin'],
    metrics: ['count'],
    orderby: [['count', false]],
    row_limit: 4,
    filters: [{ col: 'year', op: '>', val: 2000 }],
  });
  const members = {
    ...form,
    matrixify_dimension_selection_mode_columns: 'members',
    matrixify_dimension_columns: { dimension: 'origin', values: ['ORD', null] },
  };
  expect(chartQuestion(bar, members, {}).queries).toEqual([]);
  expect(chartQuestion(bar, plain, {})).toEqual(bar.question(plain, {}));
});

it('makes a chart for each metric and value, with the metric in place of its own and the value as a filter', () => {
  const cells = cellsOf({ ...form, matrixify_cell_title_template: '{{ colLabel }} / {{rowLabel}}' }, [
    answer('origin', ['ORD', 'ATL', null, '']),
  ]);
  expect(cells).toHaveLength(12);
  expect(cells.map(({ row, column }) => [row, column]).slice(3, 6)).toEqual([
    [0, 3],
    [1, 0],
    [1, 1],
  ]);
  const [first, , nobody, empty, delay] = cells;
  expect(first?.title).toBe('ORD / count');
  expect(empty?.name).toBe('count, <empty string>');
  expect(delay?.form).toMatchObject({ metrics: ['sum_delay'], x_axis_sort: 'sum_delay', slice_id: 7 });
  expect(delay?.name).toBe('Delay, ORD');
  expect(Object.keys(delay?.form ?? {}).filter((name) => name.startsWith('matrixify'))).toEqual([]);
  expect(baseQuery(delay?.form ?? plain).filters).toEqual([
    { col: 'year', op: '>', val: 2000 },
    { col: 'origin', op: '==', val: 'ORD' },
  ]);
  expect(nobody?.filters).toEqual([{ col: 'origin', op: '==', val: null, text: '<NULL>' }]);
  expect(baseQuery(nobody?.form ?? plain).filters?.at(-1)).toEqual({ col: 'origin', op: 'IS NULL' });
  expect(new Set(cells.map(({ key }) => key)).size).toBe(12);
});

it('narrows both questions of a chart that has two, and puts a metric in the place of a single one', async () => {
  const mixed = await typeOf('mixed_timeseries');
  const [cell] = cellsOf({ ...form, viz_type: 'mixed_timeseries' }, [answer('origin', ['ORD'])], mixed);
  expect(cell?.form.adhoc_filters_b).toMatchObject([{ subject: 'origin', comparator: 'ORD' }]);
  const [slice] = cellsOf({ ...form, viz_type: 'pie', metric: 'count' }, [answer('origin', ['ORD'])], pie);
  expect(slice?.form.metric).toBe('count');
  const next = cellsOf({ ...form, viz_type: 'pie', metric: 'count' }, [answer('origin', ['ORD'])], pie)[1];
  expect(next?.form.metric).toBe('sum_delay');
});

it('shows the first 25 of all values, and says of how many', () => {
  const all = {
    ...form,
    matrixify_dimension_selection_mode_columns: 'all',
    matrixify_all_sort_by_columns: 'z_to_a',
  };
  expect(chartQuestion(bar, all, {}).queries[0]).toMatchObject({ metrics: [], orderby: [['origin', false]] });
  const many = Array.from({ length: 40 }, (_, at) => `A${at}`);
  const { columns } = axisValues(read(all), [answer('origin', many)], datasource);
  expect(columns).toMatchObject({ name: 'Origin', total: 40, isMore: false });
  expect(columns?.values).toHaveLength(25);
  const more = Array.from({ length: 1_001 }, (_, at) => at);
  expect(axisValues(read(all), [answer('origin', more)], datasource).columns).toMatchObject({
    total: 1_000,
    isMore: true,
  });
  const byMetric = { ...all, matrixify_all_sort_by_columns: 'metric', matrixify_topn_order_columns: false };
  expect(chartQuestion(bar, byMetric, {}).queries[0]?.orderby).toEqual([['count', true]]);
});

it('understands the earlier names: which sides are on instead of modes', () => {
  const { matrixify_enable: _on, matrixify_mode_rows: _rows, ...rest } = form;
  const earlier: ChartFormData = { ...rest, matrixify_enable_vertical_layout: true };
  expect(read(earlier)).toMatchObject({ rows: { kind: 'metrics' }, columns: undefined });
  expect(withNewestMatrix(earlier)).toMatchObject({
    matrixify_enable: true,
    matrixify_mode_rows: 'metrics',
    matrixify_mode_columns: 'disabled',
  });
  expect(withNewestMatrix(earlier)).not.toHaveProperty('matrixify_enable_vertical_layout');
  expect(matrixOf(bar, { ...earlier, matrixify_enable: false })).toBeUndefined();
  expect(matrixOf(bar, plain)).toBeUndefined();
});

it('says what a matrix lacks, in the panel and in the place of the picture', () => {
  const problems = (part: Partial<ChartFormData>) =>
    Object.fromEntries(problemsOf(panelOf(bar), { form: { ...form, ...part }, datasource: null }));
  expect(problems({})).toEqual({});
  expect(problems({ matrixify_mode_columns: 'metrics' })).toMatchObject({
    matrixify_mode_rows: "Metrics can't be used for both rows and columns at the same time",
    matrixify_columns: 'cannot be empty',
  });
  expect(problems({ matrixify_topn_value_columns: 2.5 })).toEqual({
    matrixify_topn_value_columns: 'is expected to be an integer',
  });
  expect(problems({ matrixify_cell_title_template: '{{row}}' })).toEqual({
    matrixify_cell_title_template:
      '{{row}} is nothing that a title can name; {{rowLabel}} and {{colLabel}} are',
  });
  expect(problems({ matrixify_mode_rows: 'disabled', matrixify_mode_columns: 'disabled' })).toEqual({
    matrixify_enable: 'choose what stands in rows or columns',
  });
  expect(problems({ matrixify_dimension_selection_mode_columns: 'members' })).toEqual({
    matrixify_dimension_columns: 'choose at least one value',
  });
  expect(read({ ...form, matrixify_rows: [] }).problem).toBe('No metrics are chosen for the rows');
  expect(read({ ...form, matrixify_mode_columns: 'metrics' }).problem).toBe(
    "Metrics can't be used for both rows and columns at the same time",
  );
  expect(read({ ...form, matrixify_row_height: 'high', matrixify_rows: 'junk' })).toMatchObject({
    rowHeight: 300,
  });
});

it('repeats no chart that is made of others, none of the maps of points, and measures nothing where nothing is measured', async () => {
  expect(canRepeat(await typeOf('deck_multi'))).toBe(false);
  expect(canRepeat(await typeOf('deck_scatter'))).toBe(false);
  expect(panelOf(await typeOf('deck_scatter')).sections.map(({ label }) => label)).not.toContain('Matrixify');
  const bubble = await typeOf('bubble_v2');
  expect(read({ ...form, viz_type: 'bubble_v2' }, bubble).problem).toContain('no metric that another');
  const rows = panelOf(bubble)
    .sections.flatMap((section) => section.rows.flat())
    .find(({ name }) => name === 'matrixify_mode_rows');
  expect(rows?.choicesFrom?.({ form, datasource: null }).map(([value]) => value)).toEqual([
    'disabled',
    'dimensions',
  ]);
});

it('carries what a cell stands for into filters and rows behind it', () => {
  const [cell] = cellsOf(form, [answer('origin', ['ORD'])]);
  if (!cell) throw new Error('There is no cell.');
  const day = { filters: [{ col: 'day', op: 'IN' as const, val: ['Mon'] }], label: 'Mon', key: '["Mon"]' };
  const marked = crossFilterOfCell(cell, day);
  expect(marked).toMatchObject({
    filters: [
      { col: 'origin', op: 'IN', val: ['ORD'] },
      { col: 'day', op: 'IN', val: ['Mon'] },
    ],
    label: 'count, ORD, Mon',
  });
  expect(selectedInCell(cell, [marked?.key ?? ''])).toEqual(['["Mon"]']);
  expect(selectedInCell(cell, ['another'])).toEqual([]);
  const behind = pointInCell(cell, {
    detail: [{ col: 'day', op: '==', val: 'Mon', text: 'Mon' }],
    drillBy: { field: 'groupby', filters: [] },
  });
  expect(behind.detail.map(({ text }) => text)).toEqual(['ORD', 'Mon']);
  expect(behind.drillBy).toBeUndefined();
});

it('asks beside the chart itself only for the values of its dimensions and with its metrics', () => {
  const asked = matrixQuestions(bar, form);
  expect(asked.map(({ columns, metrics }) => [columns?.length, metrics])).toEqual([
    [1, ['count']],
    [1, ['count']],
    [1, ['sum_delay']],
    [1, ['max_delay']],
  ]);
  expect(matrixQuestions(bar, plain)).toEqual([]);
});
