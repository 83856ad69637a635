import type { ChartFormData } from '@chartroom/model';
import { expect, it } from 'vitest';
import type { DrillFilter } from '../chart-type.ts';
import { baseQuery } from './base-query.ts';
import { detailQuestion, drilledForm, editableForm, usedColumns } from './drill-form.ts';

const form: ChartFormData = {
  datasource: '3__table',
  viz_type: 'pie',
  slice_id: 7,
  slice_name: 'By origin',
  groupby: ['origin'],
  metric: 'count',
  adhoc_filters: [{ expressionType: 'SQL', clause: 'HAVING', sqlExpression: 'count(*) > 1' }],
  extra_form_data: { filters: [{ col: 'genre', op: 'IN', val: ['Drama'] }], time_range: 'Last year' },
};
const equal = (col: string, val: DrillFilter['val'], more: Partial<DrillFilter> = {}): DrillFilter => ({
  col,
  op: '==',
  val,
  text: String(val),
  ...more,
});

it('puts another column in the place of the group, under the values that were pointed at', () => {
  const drilled = drilledForm(form, [
    { column: 'carrier', field: 'groupby', filters: [equal('origin', 'ORD')] },
    { column: 'weekday', field: 'groupby', filters: [equal('carrier', null)] },
  ]);
  expect(drilled).toMatchObject({ groupby: ['weekday'], slice_id: 0, chart_id: 7, metric: 'count' });
  expect(drilled).not.toHaveProperty('slice_name');
  expect(baseQuery(drilled).filters).toEqual([
    { col: 'genre', op: 'IN', val: ['Drama'] },
    { col: 'origin', op: '==', val: 'ORD' },
    { col: 'carrier', op: 'IS NULL' },
  ]);
  expect(form.groupby).toEqual(['origin']);
});

it('keeps a single column single, and gives a chart without groups its first one', () => {
  const step = { column: 'carrier', field: 'groupby', filters: [] };
  expect(drilledForm({ ...form, groupby: undefined }, [step]).groupby).toEqual(['carrier']);
  expect(drilledForm({ datasource: '1__table', viz_type: 'heatmap_v2', ...single }, [step]).groupby).toBe(
    'carrier',
  );
});
const single: Record<string, unknown> = { groupby: 'genre' };

it('asks for a moment by its bucket', () => {
  const when = equal('day', 978307200000, { grain: 'P1M' });
  const drilled = drilledForm(form, [{ column: 'carrier', field: 'groupby', filters: [when] }]);
  const bucket = { col: 'day', op: '==', val: 978307200000, grain: 'P1M' };
  expect(baseQuery(drilled).filters?.at(-1)).toEqual(bucket);
  expect(detailQuestion(form, [when])).toEqual({
    filters: [{ col: 'genre', op: 'IN', val: ['Drama'] }, bucket],
    time_range: 'Last year',
    extras: { where: '' },
  });
});

it('knows what stands for something already', () => {
  const pivot = { groupbyRows: ['year', 'origin'], groupbyColumns: ['month'] };
  expect(usedColumns({ ...form, ...pivot }, 'groupbyRows')).toEqual(['year', 'origin', 'month']);
  expect(usedColumns({ ...form, x_axis: 'day' }, 'groupby')).toEqual(['origin', 'day']);
});

it('is edited with the filters of the dashboard in sight, as a chart of its own', () => {
  const edited = editableForm(drilledForm({ ...form, dashboardId: 4 }, []));
  expect(edited.adhoc_filters?.at(-1)).toMatchObject({ subject: 'genre', operator: 'IN', isExtra: true });
  expect(edited.time_range).toBe('Last year');
  for (const name of ['extra_form_data', 'slice_id', 'chart_id', 'dashboardId'])
    expect(edited).not.toHaveProperty(name);
});
