import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { makeChart, member, memberId } from '../testing/things.ts';
import {
  expectNothing,
  filterOn,
  layoutOf,
  metadataOn,
  openTwoDatasets,
  type TwoDatasets,
  withCharts,
} from './two-datasets.ts';

/**
 * Ways to data that is somebody else's, through things that are one's own (numbers are those of the contract's
 * catalogue of safety cases): gamma may read the dataset `open`, and nothing of the dataset `shut`.
 */
describe.each(RECORD_KINDS)(
  'S18, S20, S26: somebody who may read one dataset gets no other, on %s',
  (kind) => {
    let world: TwoDatasets;
    let house: TestApp;
    let open: number;
    let shut: number;
    let openChart: number;
    let shutChart: number;
    let mixed: number;
    let gammaRole: number;
    beforeAll(async () => {
      world = await openTwoDatasets(kind);
      ({ house, open, shut, openChart, shutChart, mixed, gammaRole } = world);
    });
    afterAll(() => house.close());

    /** What the chart on `shut` asks, as it is stored. */
    const askAsDrawn = (form_data: object, change: object = {}, more: object = {}) =>
      house.as('gamma', 'POST', '/api/v1/chart/data', {
        body: {
          datasource: { id: shut, type: 'table' },
          queries: [{ columns: ['a'], metrics: ['count'], row_limit: 5, ...change }],
          form_data,
          ...more,
        },
      });

    test('a filter of one’s own dashboard asks no data that its maker may not read', async () => {
      const post = { dashboard_title: 'Own', json_metadata: metadataOn(shut) };
      expect((await house.as('gamma', 'POST', '/api/v1/dashboard/', { body: post })).status).toBe(403);
      const board = await world.ownBoard({ json_metadata: metadataOn(open) });
      const url = `/api/v1/dashboard/${board}`;
      expect(
        (await house.as('gamma', 'PUT', url, { body: { json_metadata: metadataOn(shut) } })).status,
      ).toBe(403);
      const change = { deleted: [], modified: [filterOn(shut)], reordered: [] };
      expect((await house.as('gamma', 'PUT', `${url}/filters`, { body: change })).status).toBe(403);
      expectNothing(await world.askFilter(board));
      // What somebody else has set up stays when the page is saved.
      expect(
        (await house.as('admin', 'PUT', url, { body: { json_metadata: metadataOn(shut) } })).status,
      ).toBe(200);
      expect(
        (await house.as('gamma', 'PUT', url, { body: { json_metadata: metadataOn(shut), css: 'p {}' } }))
          .status,
      ).toBe(200);
    });

    test('a copied dashboard shows and asks what its copier may read', async () => {
      const body = {
        dashboard_title: 'Copy',
        json_metadata: JSON.stringify({
          ...JSON.parse(metadataOn(shut)),
          positions: layoutOf([openChart, shutChart]),
        }),
      };
      for (const duplicate_slices of [false, true]) {
        const made = await house.as('gamma', 'POST', `/api/v1/dashboard/${mixed}/copy/`, {
          body: { ...body, duplicate_slices },
        });
        expect(made.status).toBe(200);
        const board = Number(member(made.body, 'result', 'id'));
        expect(
          (
            await house.as('gamma', 'PUT', `/api/v1/dashboard/${board}`, {
              body: { roles: [gammaRole], published: true },
            })
          ).status,
        ).toBe(200);
        const charts = await house.as('gamma', 'GET', `/api/v1/dashboard/${board}/charts`);
        expect(member(charts.body, 'result')).toHaveLength(1);
        expectNothing(await world.ask({ dashboardId: board, slice_id: shutChart }));
        expectNothing(await world.askFilter(board));
      }
    });

    test('a dashboard that is open to roles is copied by its owners alone', async () => {
      const board = memberId(
        (
          await house.as('admin', 'POST', '/api/v1/dashboard/', {
            body: { ...withCharts('For gamma', [shutChart]), roles: [gammaRole] },
          })
        ).body,
      );
      expect((await askAsDrawn({ dashboardId: board, slice_id: shutChart })).status).toBe(200);
      const body = { dashboard_title: 'Mine', json_metadata: '{}' };
      expect((await house.as('gamma', 'POST', `/api/v1/dashboard/${board}/copy/`, { body })).status).toBe(
        403,
      );
      expect((await house.as('admin', 'POST', `/api/v1/dashboard/${board}/copy/`, { body })).status).toBe(
        200,
      );
    });

    test.each([
      ['raw rows', { columns: ['a', 'b'], metrics: undefined }, {}],
      ['another column', { columns: ['b'] }, {}],
      ['free SQL', { extras: { where: "b = 'x'" } }, {}],
      [
        'a metric of one’s own',
        { metrics: [{ expressionType: 'SQL', sqlExpression: 'max(b)', label: 'm' }] },
        {},
      ],
      ['a column of one’s own', { columns: [{ expressionType: 'SQL', sqlExpression: 'b', label: 'a' }] }, {}],
      [
        'a filter by a column that the dashboard does not show',
        { filters: [{ col: 'b', op: '==', val: 'x' }] },
        {},
      ],
      ['samples', {}, { result_type: 'samples' }],
      ['the rows behind', {}, { result_type: 'drill_detail' }],
      ['another type for one query', { result_type: 'samples' }, {}],
      ['a file of raw rows', { columns: ['a', 'b'], metrics: undefined }, { result_format: 'csv' }],
    ])(
      'F26: who is let in by a role asks what the charts ask: %s is refused',
      async (_what, change, more) => {
        const body = { ...withCharts('For gamma', [shutChart]), roles: [gammaRole] };
        const board = memberId((await house.as('admin', 'POST', '/api/v1/dashboard/', { body })).body);
        const form = { dashboardId: board, slice_id: shutChart };
        expect((await askAsDrawn(form)).status).toBe(200);
        expect(
          (await askAsDrawn(form, { filters: [{ col: 'a', op: '==', val: 1 }] }, { result_format: 'csv' }))
            .status,
        ).toBe(200);
        expectNothing(await askAsDrawn(form, change, more));
        const samples = `/datasource/samples?datasource_type=table&datasource_id=${shut}&dashboard_id=${board}`;
        expectNothing(await house.as('gamma', 'POST', samples, { body: {} }));
        expectNothing(await house.as('gamma', 'GET', `/api/v1/datasource/table/${shut}/column/b/values/`));
      },
    );

    test('a chart that stands on something else with the same number opens no dataset', async () => {
      const { db, now } = house.services;
      const board = await world.ownBoard();
      const at = now().toISOString();
      await db
        .insertInto('saved_queries')
        .values({
          id: shut,
          uuid: house.services.uuid(),
          label: 'x',
          sql: 'select 1',
          sql_tables: null,
          database_id: house.uploads,
          catalog: null,
          schema: null,
          description: null,
          template_parameters: null,
          extra_json: '{}',
          rows: null,
          last_run: null,
          created_on: at,
          changed_on: at,
          created_by_id: house.ids.gamma,
          changed_by_id: house.ids.gamma,
        })
        .execute();
      const body = {
        slice_name: 'Sly',
        viz_type: 'table',
        datasource_id: shut,
        datasource_type: 'saved_query',
        params: '{}',
        dashboards: [board],
      };
      const made = await house.as('gamma', 'POST', '/api/v1/chart/', { body });
      expect(made.status).toBe(201);
      expectNothing(await world.ask({ dashboardId: board, slice_id: memberId(made.body) }));
      const moved = await makeChart(house, open, 'Moved', 'gamma');
      const change = { datasource_id: shut, datasource_type: 'saved_query', dashboards: [board] };
      await house.as('gamma', 'PUT', `/api/v1/chart/${moved}`, { body: change });
      expectNothing(await world.ask({ dashboardId: board, slice_id: moved }));
    });

    test('a chart is put on dashboards that its owner sees', async () => {
      const hidden = memberId(
        (await house.as('admin', 'POST', '/api/v1/dashboard/', { body: { dashboard_title: 'Hidden' } })).body,
      );
      const own = await makeChart(house, open, 'Mine', 'gamma');
      const put = (dashboards: number[]) =>
        house.as('gamma', 'PUT', `/api/v1/chart/${own}`, { body: { dashboards } });
      expect(await put([hidden])).toMatchObject({
        status: 422,
        body: { message: { dashboards: ['Dashboards do not exist'] } },
      });
      expect((await put([mixed])).status).toBe(200);
      await house.as('admin', 'PUT', `/api/v1/chart/${own}`, { body: { dashboards: [mixed, hidden] } });
      // Where it is already it may stay.
      expect((await put([hidden])).status).toBe(200);
      expect((await put([])).status).toBe(200);
    });

    test('Explore tells nothing of a foreign chart beside data that may be read', async () => {
      const told = async (address: string) => house.as('gamma', 'GET', `/api/v1/explore/?${address}`);
      const missing = await told(`slice_id=99999&datasource_id=${open}&datasource_type=table`);
      for (const datasource of [open, 999_999]) {
        const answer = await told(`slice_id=${shutChart}&datasource_id=${datasource}&datasource_type=table`);
        expect(answer.text).not.toContain('Shut');
        expect(member(answer.body, 'result', 'slice') ?? null).toBeNull();
      }
      expect(member(missing.body, 'result', 'slice')).toBeNull();
      const form = {
        formData: { datasource: `${shut}__table`, viz_type: 'table', canary: 'kept for others' },
        urlParams: [],
      };
      const link = await house.as('admin', 'POST', '/api/v1/explore/permalink', { body: form });
      const key = String(member(link.body, 'key'));
      expect(
        (await told(`permalink_key=${key}&datasource_id=${open}&datasource_type=table`)).text,
      ).not.toContain('canary');
      const kept = { datasource_id: shut, datasource_type: 'table', form_data: '{"canary": 1}' };
      const draft = String(
        member((await house.as('admin', 'POST', '/api/v1/explore/form_data', { body: kept })).body, 'key'),
      );
      expect(
        (await told(`form_data_key=${draft}&datasource_id=${open}&datasource_type=table`)).text,
      ).not.toContain('canary');
      expect((await house.as('gamma', 'GET', `/api/v1/explore/form_data/${draft}`)).status).toBe(403);
      expect((await house.as('alpha', 'GET', `/api/v1/explore/form_data/${draft}`)).status).toBe(200);
    });

    test('S29: a chart names the dashboards that its reader sees', async () => {
      const hidden = memberId(
        (await house.as('admin', 'POST', '/api/v1/dashboard/', { body: { dashboard_title: 'Secret plans' } }))
          .body,
      );
      await house.as('admin', 'PUT', `/api/v1/chart/${openChart}`, { body: { dashboards: [mixed, hidden] } });
      await house.services.db
        .updateTable('dashboards')
        .set({ published: 0 })
        .where('id', '=', hidden)
        .execute();
      await house.services.db
        .insertInto('dashboard_roles')
        .values({ dashboard_id: hidden, role_id: gammaRole })
        .execute();
      for (const url of [
        `/api/v1/chart/${openChart}`,
        '/api/v1/chart/',
        `/api/v1/explore/?slice_id=${openChart}`,
      ]) {
        const answer = await house.as('gamma', 'GET', url);
        expect(answer.text).toContain('Mixed');
        expect(answer.text).not.toContain('Secret plans');
      }
      expect((await house.as('admin', 'GET', `/api/v1/chart/${openChart}`)).text).toContain('Secret plans');
    });

    test('S29: the latest that somebody did names nothing that they may not see', async () => {
      const hidden = memberId(
        (await house.as('admin', 'POST', '/api/v1/dashboard/', { body: { dashboard_title: 'Secret board' } }))
          .body,
      );
      const events = [
        { event_name: 'mount_dashboard', source: 'dashboard', source_id: hidden },
        { event_name: 'mount_dashboard', source: 'dashboard', source_id: mixed },
        { event_name: 'mount_explorer', slice_id: shutChart },
      ];
      await house.as('gamma', 'POST', '/superset/log/', { body: { events } });
      for (const distinct of ['!t', '!f']) {
        const answer = await house.as(
          'gamma',
          'GET',
          `/api/v1/log/recent_activity/?q=(distinct:${distinct})`,
        );
        expect(answer.text).toContain('Mixed');
        expect(answer.text).not.toMatch(/Secret board|Shut/);
      }
    });

    test('S26: who may see a chart without owning it changes its question within its own data only', async () => {
      const context = (id: number) =>
        JSON.stringify({ datasource: { id, type: 'table' }, queries: [{ columns: ['a'] }] });
      const put = (id: number) =>
        house.as('gamma', 'PUT', `/api/v1/chart/${openChart}`, {
          body: { query_context: context(id), query_context_generation: true },
        });
      expect((await put(shut)).status).toBe(403);
      expect((await put(open)).status).toBe(200);
    });
  },
);
