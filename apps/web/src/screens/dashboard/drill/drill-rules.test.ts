import { loadChartType } from '@chartroom/charts';
import type { ChartFormData } from '@chartroom/model';
import { expect, it } from 'vitest';
import {
  crumbLabels,
  freeColumns,
  mayDrillBy,
  mayDrillToDetail,
  whyNoCrossFilter,
  whyNoDetail,
  whyNoDetailBy,
  whyNoDrillBy,
} from './drill-rules.ts';

async function chartOf(form: Omit<ChartFormData, 'datasource'> & { viz_type: string }) {
  const type = await loadChartType(form.viz_type);
  if (!type) throw new Error(`no chart type ${form.viz_type}`);
  return { type, form: { ...form, datasource: '1__table' }, dataset: undefined };
}
const origin = { col: 'origin', op: '==' as const, val: 'ORD', text: 'ORD' };
const point = {
  detail: [origin],
  crossFilter: { filters: [], label: 'ORD', key: 'ORD' },
  drillBy: { field: 'groupby', filters: [origin] },
};

it('says why rows are not shown', async () => {
  const pie = await chartOf({ viz_type: 'pie', groupby: ['origin'], metric: 'count' });
  expect(whyNoDetail(pie)).toBeUndefined();
  expect(whyNoDetailBy(pie, [origin])).toBeUndefined();
  expect(whyNoDetailBy(pie, [])).toContain('Right-click on a dimension value');
  const raw = await chartOf({ viz_type: 'table', query_mode: 'raw', all_columns: ['origin'] });
  expect(whyNoDetail(raw)).toContain('does not group data');
  expect(whyNoDetailBy(raw, [origin])).toContain('does not group data');
});

it('says why a point neither filters nor is taken apart', async () => {
  const { type: pie } = await chartOf({ viz_type: 'pie' });
  const { type: number } = await chartOf({ viz_type: 'big_number_total' });
  expect(whyNoDrillBy(pie, point)).toBeUndefined();
  expect(whyNoDrillBy(pie, { detail: [] })).toContain('not available for this data point');
  expect(whyNoDrillBy(number, point)).toContain('not yet supported');
  expect(whyNoCrossFilter(pie, point, true)).toBeUndefined();
  expect(whyNoCrossFilter(pie, undefined, true)).toContain('on this data point');
  expect(whyNoCrossFilter(pie, point, false)).toContain('not enabled for this dashboard');
  expect(whyNoCrossFilter(number, point, true)).toContain('does not support cross-filtering');
});

it('offers the columns that stand for nothing yet, as people call them', () => {
  const columns = [
    { column_name: 'origin', verbose_name: 'From' },
    { column_name: 'carrier', verbose_name: null },
  ];
  expect(freeColumns({ id: 1, table_name: 't', columns }, ['origin'])).toEqual([
    { name: 'carrier', label: 'carrier' },
  ]);
});

it('tells the way down: columns, with the values that led on', () => {
  const chart = {
    form: { datasource: '1__table', viz_type: 'pie', groupby: ['origin'] },
    dataset: undefined,
  };
  const first = { column: 'carrier', field: 'groupby', filters: [origin] };
  const second = {
    column: 'weekday',
    field: 'groupby',
    filters: [{ ...origin, col: 'carrier', text: 'UA' }],
  };
  expect(crumbLabels(chart, first, [first])).toEqual(['origin (ORD)', 'carrier']);
  expect(crumbLabels(chart, first, [first, second])).toEqual(['origin (ORD)', 'carrier (UA)', 'weekday']);
  expect(crumbLabels(chart, first, [])).toEqual(['origin']);
  expect(
    crumbLabels({ ...chart, form: { ...chart.form, groupby: [] } }, { ...first, filters: [] }, []),
  ).toEqual(['All']);
});

const INFO = 'can_get_drill_info Dataset';
const SAMPLES = 'can_samples Datasource';
const KEEP = 'can_write ExploreFormDataRestApi';
it.each([
  [
    ['can_drill Dashboard', INFO, SAMPLES, KEEP],
    [true, true],
  ],
  [
    ['can_explore Superset', INFO, SAMPLES],
    [true, false],
  ],
  [
    ['can_drill Dashboard', INFO, KEEP],
    [false, true],
  ],
  [
    ['can_drill Dashboard', SAMPLES, KEEP],
    [false, false],
  ],
  [
    [INFO, SAMPLES, KEEP],
    [false, false],
  ],
])('offers with %j rows and other columns: %j', (rights, offered) => {
  const may = (permission: string, view: string) => rights.includes(`${permission} ${view}`);
  expect([mayDrillToDetail(may), mayDrillBy(may)]).toEqual(offered);
});
