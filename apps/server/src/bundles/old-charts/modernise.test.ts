import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { exportFiles, importFiles } from '../../testing/bundle-calls.ts';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { makeChart, makeDataset, member, memberId } from '../../testing/things.ts';
import type { BundleFiles } from '../bundle-files.ts';

describe.each(RECORD_KINDS)('a bundle of former days on %s', (kind) => {
  let house: TestApp;
  let dataset: number;
  let files: BundleFiles;
  beforeAll(async () => {
    house = await openTestApp(kind);
    dataset = await makeDataset(house, 'towns');
    const [line, box, other] = [
      await makeChart(house, dataset, 'Line'),
      await makeChart(house, dataset, 'Box'),
      await makeChart(house, dataset, 'Other'),
    ];
    const place = (id: number, parents = ['ROOT_ID', 'GRID_ID', 'ROW-1']) => ({
      [`CHART-${id}`]: {
        type: 'CHART',
        id: `CHART-${id}`,
        children: [],
        parents,
        meta: { chartId: id, width: 4, height: 50 },
      },
    });
    const layout = {
      ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
      GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
      'ROW-1': {
        type: 'ROW',
        id: 'ROW-1',
        children: [`CHART-${line}`, `CHART-${box}`, `CHART-${other}`],
        parents: ['ROOT_ID', 'GRID_ID'],
        meta: {},
      },
      ...place(line),
      ...place(box),
      ...place(other),
    };
    const metadata = {
      filter_scopes: { [box]: { a: { scope: ['ROOT_ID'], immune: [other, box] } } },
      default_filters: JSON.stringify({ [box]: { a: [1] } }),
    };
    const body = {
      dashboard_title: 'Old',
      position_json: JSON.stringify(layout),
      json_metadata: JSON.stringify(metadata),
    };
    const id = memberId((await house.as('admin', 'POST', '/api/v1/dashboard/', { body })).body);
    files = await exportFiles(house, 'dashboard', [id]);
    await house.as('admin', 'DELETE', `/api/v1/dashboard/${id}`);
    for (const each of [line, box, other]) await house.as('admin', 'DELETE', `/api/v1/chart/${each}`);
    edit('charts/Line', (chart) => ({
      ...chart,
      viz_type: 'line',
      params: {
        viz_type: 'line',
        metrics: ['count'],
        groupby: ['a'],
        granularity_sqla: 'day',
        time_range: 'Last year',
      },
      query_context: JSON.stringify({
        datasource: { id: 1, type: 'table' },
        queries: [],
        form_data: { viz_type: 'line' },
      }),
    }));
    edit('charts/Box', (chart) => ({
      ...chart,
      viz_type: 'filter_box',
      slice_name: 'Box <of> *all*',
      params: { viz_type: 'filter_box', filter_configs: [{ column: 'a', multiple: true }] },
      query_context: null,
    }));
  });
  afterAll(() => house.close());

  function edit(beginning: string, change: (document: Record<string, unknown>) => object): void {
    const [path, text] = [...files].find(([each]) => each.startsWith(beginning)) ?? [];
    if (path === undefined || text === undefined) throw new Error(`the bundle has no ${beginning}`);
    files = new Map(files).set(path, stringify(change(parse(text))));
  }

  const stored = async (name: string) => {
    const row = await house.services.db
      .selectFrom('charts')
      .selectAll()
      .where('slice_name', '=', name)
      .executeTakeFirst();
    return (
      row && {
        ...row,
        params: JSON.parse(row.params ?? '{}'),
        query_context: JSON.parse(row.query_context ?? 'null'),
      }
    );
  };

  test('shows its charts as those of today, and its filter boxes as filters', async () => {
    const answer = await importFiles(house, 'dashboard', files, { fields: { report: 'true' } });
    expect(answer.status).toBe(200);
    expect(member(answer.body, 'result', 'converted')).toEqual([
      {
        path: expect.stringMatching(/^charts\/Line/),
        reason: 'Charts of the type "line" are "echarts_timeseries_line" today',
      },
      {
        path: expect.stringMatching(/^dashboards\//),
        reason: 'The filter box "Box <of> *all*" is filters of the dashboard now',
      },
    ]);
    const line = await stored('Line');
    expect(line).toMatchObject({
      viz_type: 'echarts_timeseries_line',
      params: { x_axis: 'day', viz_type: 'echarts_timeseries_line' },
    });
    expect(line?.query_context).toMatchObject({
      datasource: { id: dataset },
      form_data: {
        x_axis: 'day',
        datasource: `${dataset}__table`,
        adhoc_filters: [{ operator: 'TEMPORAL_RANGE' }],
      },
    });
    expect(await stored('Box <of> *all*')).toBeUndefined();
    const other = await stored('Other');
    const board = await house.services.db
      .selectFrom('dashboards')
      .selectAll()
      .where('dashboard_title', '=', 'Old')
      .executeTakeFirstOrThrow();
    const metadata = JSON.parse(board.json_metadata ?? '{}');
    expect(metadata).not.toHaveProperty('filter_scopes');
    expect(metadata).not.toHaveProperty('default_filters');
    expect(metadata.native_filter_configuration).toMatchObject([
      {
        filterType: 'filter_select',
        targets: [{ column: { name: 'a' }, datasetId: dataset }],
        scope: { rootPath: ['ROOT_ID'], excluded: [other?.id] },
        defaultDataMask: { filterState: { value: [1] } },
      },
    ]);
    const position = JSON.parse(board.position_json ?? '{}');
    const text = position['ROW-1'].children[1];
    expect(text).toMatch(/^MARKDOWN-/);
    expect(position[text]).toMatchObject({ type: 'MARKDOWN', id: text, meta: { width: 4, height: 50 } });
    expect(position[text].meta.code).toBe(
      'The filters of *Box \\<of\\> \\*all\\** stand in the filter bar now.',
    );
    const links = await house.services.db
      .selectFrom('dashboard_charts')
      .select('chart_id')
      .where('dashboard_id', '=', board.id)
      .execute();
    expect(links.map(({ chart_id }) => chart_id).sort()).toEqual([line?.id, other?.id].sort());
  });

  test('comes over itself as the same', async () => {
    const ids = async () => {
      const rows = await house.services.db
        .selectFrom('dashboards')
        .selectAll()
        .where('dashboard_title', '=', 'Old')
        .execute();
      return rows.map(({ id, json_metadata }) => ({ id, json_metadata }));
    };
    const before = await ids();
    expect((await importFiles(house, 'dashboard', files, { overwrite: true })).status).toBe(200);
    expect(await ids()).toEqual(before);
  });
});
