import { expect } from 'vitest';
import type { RecordsKind } from '../records/records-kind.ts';
import { type Answer, openTestApp, type TestApp } from '../testing/test-app.ts';
import { makeChart, makeDataset, memberId, openDataset } from '../testing/things.ts';

/** An installation in which gamma may read the dataset `open`, and nothing of the dataset `shut`. */
export interface TwoDatasets {
  house: TestApp;
  open: number;
  shut: number;
  openChart: number;
  shutChart: number;
  /** The administrator's dashboard, published, with both charts on it. */
  mixed: number;
  gammaRole: number;
  /** A dashboard of gamma's. */
  ownBoard(body?: object): Promise<number>;
  /** What `shut` holds, asked by gamma of a dashboard as its page would. */
  ask(form_data: object): Promise<Answer>;
  /** The same, as the filter of a dashboard would. */
  askFilter(dashboardId: number): Promise<Answer>;
}

export async function openTwoDatasets(kind: RecordsKind): Promise<TwoDatasets> {
  const house = await openTestApp(kind);
  const open = await makeDataset(house, 'open');
  const shut = await makeDataset(house, 'shut');
  await openDataset(house, open, 'Gamma');
  const openChart = await makeChart(house, open, 'Open');
  const shutChart = await makeChart(house, shut, 'Shut');
  const board = { body: withCharts('Mixed', [openChart, shutChart]) };
  const mixed = memberId((await house.as('admin', 'POST', '/api/v1/dashboard/', board)).body);
  const { id: gammaRole } = await house.services.db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'Gamma')
    .executeTakeFirstOrThrow();
  const ask: TwoDatasets['ask'] = (form_data) =>
    house.as('gamma', 'POST', '/api/v1/chart/data', {
      body: { datasource: { id: shut, type: 'table' }, queries: [{ columns: ['a', 'b'] }], form_data },
    });
  return {
    house,
    open,
    shut,
    openChart,
    shutChart,
    mixed,
    gammaRole,
    ask,
    ownBoard: async (body = {}) => {
      const made = await house.as('gamma', 'POST', '/api/v1/dashboard/', {
        body: { dashboard_title: 'Own', published: true, roles: [gammaRole], ...body },
      });
      expect(made.status).toBe(201);
      return memberId(made.body);
    },
    askFilter: (dashboardId) =>
      ask({ dashboardId, type: 'NATIVE_FILTER', native_filter_id: 'NATIVE_FILTER-1' }),
  };
}

/** The layout of a dashboard that shows charts. */
export function layoutOf(charts: readonly number[]): object {
  return Object.fromEntries(
    charts.map((chartId) => [
      `CHART-${chartId}`,
      { type: 'CHART', id: `CHART-${chartId}`, children: [], meta: { chartId, width: 4, height: 50 } },
    ]),
  );
}

/** A published dashboard that shows charts. */
export function withCharts(dashboard_title: string, charts: readonly number[]): object {
  return { dashboard_title, published: true, position_json: JSON.stringify(layoutOf(charts)) };
}

export function filterOn(datasetId: number): object {
  const targets = [{ datasetId, column: { name: 'a' } }];
  return { id: 'NATIVE_FILTER-1', type: 'NATIVE_FILTER', targets };
}

/** What a dashboard keeps of that filter. */
export function metadataOn(datasetId: number): string {
  return JSON.stringify({ native_filter_configuration: [filterOn(datasetId)] });
}

/** @throws an error of the test when an answer tells anything of `shut` */
export function expectNothing(answer: Answer): void {
  expect(answer.status).toBe(403);
  expect(answer.text).not.toContain('"b":"x"');
}
