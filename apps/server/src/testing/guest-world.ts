import { expect } from 'vitest';
import type { RecordsKind } from '../records/records-kind.ts';
import { type Answer, openTestApp, type TestApp } from './test-app.ts';
import { grant, member, memberId } from './things.ts';

/** What the chart of the world asks. */
export const QUESTION = {
  columns: ['town'],
  metrics: ['count'],
  row_limit: 10,
  orderby: [['count', false]],
};

/** An installation with a chart of towns on an embedded dashboard, and another dashboard that is not embedded. */
export interface GuestWorld {
  house: TestApp;
  dataset: number;
  board: number;
  other: number;
  /** Under which the dashboard is embedded. */
  uuid: string;
  /** A token for the dashboard, or for what has another id, with row rules. */
  tokenFor(rls?: object[], id?: string): Promise<string>;
  /** Sends a request as the guest of a token. */
  as(token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<Answer>;
  /** Asks for the data of the chart on the dashboard, or for what is changed of it. */
  ask(token: string, query?: object, form?: object, more?: object): Promise<Answer>;
  /** A chart on the dashboard that was never drawn where it was saved: it has no stored question. */
  undrawn(params: object): Promise<number>;
}

/** Opens an installation with what guests see in it. */
export async function openGuestWorld(kind: RecordsKind): Promise<GuestWorld> {
  const house = await openTestApp(kind);
  const make = async (url: string, body: object) =>
    memberId((await house.as('admin', 'POST', url, { body })).body);
  const sql = "select * from (values ('Oslo', 1), ('Oslo', 2), ('Rome', 3)) as t(town, secret)";
  const dataset = await make('/api/v1/dataset/', { database: house.uploads, table_name: 'towns', sql });
  const ofTowns = { datasource_id: dataset, datasource_type: 'table' };
  const chart = await make('/api/v1/chart/', {
    slice_name: 'Towns',
    viz_type: 'table',
    ...ofTowns,
    params: '{}',
    query_context: JSON.stringify({ datasource: { id: dataset, type: 'table' }, queries: [QUESTION] }),
  });
  const meta = { chartId: chart, width: 4, height: 50 };
  const filter = { id: 'NATIVE_FILTER-1', targets: [{ datasetId: dataset, column: { name: 'town' } }] };
  const dashboard = (dashboard_title: string) =>
    make('/api/v1/dashboard/', {
      dashboard_title,
      published: true,
      position_json: JSON.stringify({ CHART: { type: 'CHART', id: 'CHART', children: [], meta } }),
      json_metadata: JSON.stringify({ native_filter_configuration: [filter] }),
    });
  const board = await dashboard('Shown');
  const other = await dashboard('Not shown');
  const embedded = await house.as('admin', 'POST', `/api/v1/dashboard/${board}/embedded`, {
    body: { allowed_domains: [] },
  });
  const uuid = String(member(embedded.body, 'result', 'uuid'));
  for (const view of ['Dashboard', 'Chart', 'Query']) await grant(house, 'Public', 'can_read', view);
  const as: GuestWorld['as'] = (token, method, url, body) =>
    house.as('nobody', method, url, {
      ...(body !== undefined && { body }),
      headers: { 'x-guesttoken': token },
    });
  return {
    house,
    dataset,
    board,
    other,
    uuid,
    tokenFor: async (rls = [], id = uuid) => {
      const body = { user: { username: 'visitor' }, resources: [{ type: 'dashboard', id }], rls };
      const answer = await house.as('admin', 'POST', '/api/v1/security/guest_token/', { body });
      expect(answer.status).toBe(200);
      return String(member(answer.body, 'token'));
    },
    as,
    ask: (token, query = QUESTION, form = {}, more = {}) =>
      as(token, 'POST', '/api/v1/chart/data', {
        datasource: { id: dataset, type: 'table' },
        queries: [query],
        form_data: { dashboardId: board, slice_id: chart, ...form },
        ...more,
      }),
    undrawn: async (params) => {
      const chart_id = await make('/api/v1/chart/', {
        slice_name: 'By day',
        viz_type: 'echarts_timeseries_line',
        ...ofTowns,
        params: JSON.stringify(params),
      });
      await house.services.db
        .insertInto('dashboard_charts')
        .values({ dashboard_id: board, chart_id })
        .execute();
      return chart_id;
    },
  };
}
