import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionHeaders } from '../../safety/sweep/session-headers.ts';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member, memberId } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('row rules on %s', (kind) => {
  let house: TestApp;
  let dataset: number;
  let alpha: number;
  beforeAll(async () => {
    house = await openTestApp(kind);
    // Written apart, so that the name is in no answer but as a value.
    const sql = "select 'SFO' as origin, 1 as n union all select 'LAX', 2 union all select 'J' || 'FK', 3";
    const body = { database: house.uploads, table_name: 'flights', sql };
    dataset = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
    const roles = await house.as(
      'admin',
      'GET',
      '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Alpha)))',
    );
    alpha = Number(member(roles.body, 'result', 0, 'id'));
  });
  afterAll(() => house.close());

  const make = async (rule: Record<string, unknown>) => {
    const body = { filter_type: 'Regular', tables: [dataset], roles: [alpha], ...rule };
    const answer = await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body });
    expect(answer.status).toBe(201);
    return memberId(answer.body);
  };
  const remove = (id: number) => house.as('admin', 'DELETE', `/api/v1/rowlevelsecurity/${id}`);
  const origins = async (who: PersonName) => {
    const body = {
      datasource: { id: dataset, type: 'table' },
      queries: [{ columns: ['origin'], metrics: ['count'], orderby: [['origin', true]] }],
    };
    const answer = await house.as(who, 'POST', '/api/v1/chart/data', { body });
    expect(answer.status).toBe(200);
    const rows = member(answer.body, 'result', 0, 'data');
    return Array.isArray(rows) ? rows.map((row) => member(row, 'origin')) : [];
  };

  test('strangers are asked who they are, others are refused, junk is named', async () => {
    expect((await house.as('nobody', 'GET', '/api/v1/rowlevelsecurity/')).status).toBe(401);
    expect((await house.as('alpha', 'GET', '/api/v1/rowlevelsecurity/')).status).toBe(403);
    const junk = await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', {
      body: { filter_type: 'Odd', tables: [] },
    });
    expect(junk).toMatchObject({
      status: 400,
      body: { message: { filter_type: ['Must be one of: Regular, Base.'] } },
    });
    const body = { name: 'n', filter_type: 'Base', tables: [99999999], roles: [], clause: '1 = 1' };
    expect((await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body })).status).toBe(422);
  });

  test('S23: holders of a role see only their rows, at once and also from what was kept', async () => {
    expect(await origins('alpha')).toEqual(['JFK', 'LAX', 'SFO']);
    const id = await make({ name: 'west', clause: "origin in ('SFO', 'LAX')" });
    expect(await origins('alpha')).toEqual(['LAX', 'SFO']);
    expect(await origins('admin')).toEqual(['JFK', 'LAX', 'SFO']);
    await house.as('admin', 'PUT', `/api/v1/rowlevelsecurity/${id}`, { body: { clause: "origin = 'SFO'" } });
    expect(await origins('alpha')).toEqual(['SFO']);
    await remove(id);
    expect(await origins('alpha')).toEqual(['JFK', 'LAX', 'SFO']);
  });

  test('S21: rules hold for rows, totals, counts, series, pivots, files, samples, values and the older calls alike', async () => {
    const context = (query: object, more: object = {}) => ({
      datasource: { id: dataset, type: 'table' },
      queries: [query],
      ...more,
    });
    const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'n' }, label: 'sum' };
    const rows = { columns: ['origin'], metrics: [sum] };
    const pivot = {
      viz_type: 'pivot_table_v2',
      groupbyRows: ['origin'],
      groupbyColumns: [],
      metrics: [sum],
      rowTotals: true,
      colTotals: true,
    };
    const data = (query: object, more?: object) =>
      ['POST', '/api/v1/chart/data', context(query, more)] as const;
    const chart = {
      slice_name: 'Ruled',
      viz_type: 'table',
      datasource_id: dataset,
      datasource_type: 'table',
      params: '{}',
      query_context: JSON.stringify(context(rows)),
    };
    const id = memberId((await house.as('admin', 'POST', '/api/v1/chart/', { body: chart })).body);
    const layout = {
      CHART: { type: 'CHART', id: 'CHART', children: [], meta: { chartId: id, width: 4, height: 50 } },
    };
    const board = memberId(
      (
        await house.as('admin', 'POST', '/api/v1/dashboard/', {
          body: { dashboard_title: 'Ruled', published: true, position_json: JSON.stringify(layout) },
        })
      ).body,
    );
    const asked: (readonly [method: 'GET' | 'POST', url: string, body?: object])[] = [
      data(rows),
      data({ metrics: [sum] }),
      data({ columns: ['n'], is_rowcount: true }),
      data({ ...rows, series_columns: ['origin'], series_limit: 5, series_limit_metric: sum }),
      data({
        ...rows,
        post_processing: [
          { operation: 'contribution', options: { columns: ['sum'], rename_columns: ['sum'] } },
        ],
      }),
      data(rows, { result_type: 'post_processed', form_data: pivot }),
      data(rows, { result_type: 'results' }),
      data({}, { result_type: 'samples' }),
      data({}, { result_type: 'drill_detail' }),
      data(rows, { result_format: 'csv' }),
      ['GET', `/api/v1/chart/${id}/data/`],
      ['GET', `/api/v1/chart/${id}/data/?format=csv`],
      ['POST', `/api/v1/dashboard/${board}/data`, { charts: [{ id, query_context: context(rows) }] }],
      ['GET', `/api/v1/datasource/table/${dataset}/column/origin/values/`],
      ['POST', `/datasource/samples?datasource_type=table&datasource_id=${dataset}`, {}],
      [
        'POST',
        '/superset/explore_json/',
        { datasource: `${dataset}__table`, viz_type: 'table', groupby: ['origin'], metrics: [sum] },
      ],
      ['POST', '/api/v1/query/', { query_context: JSON.stringify(context(rows)) }],
    ];
    const answers = async () => {
      const texts: string[] = [];
      for (const [method, url, body] of asked) {
        const headers = url.startsWith('/datasource/')
          ? await sessionHeaders(house, house.ids.alpha)
          : undefined;
        const answer = await house.as(headers ? 'nobody' : 'alpha', method, url, {
          ...(body && { body }),
          ...(headers && { headers }),
        });
        expect([url, answer.status]).toEqual([url, 200]);
        texts.push(answer.text);
      }
      return texts;
    };
    const open = await answers();
    for (const [index, text] of open.entries())
      expect([asked[index], text]).toEqual([asked[index], expect.stringMatching(/JFK|\b[36]\b/)]);
    const rule = await make({ name: 'west', clause: "origin in ('SFO', 'LAX')" });
    const ruled = await answers();
    for (const [index, text] of ruled.entries())
      expect([asked[index], text]).toEqual([asked[index], expect.not.stringContaining('JFK')]);
    const [, total, count, , , , , , , , , , , , samples] = ruled;
    expect(total).toMatch(/"sum":"?3\b/);
    expect(count).toMatch(/"rowcount":2\b/);
    expect(samples).toMatch(/"total_count":2\b/);
    await remove(rule);
  });

  test('a clause that is no single condition is refused before it breaks a chart, one with a template waits for its question', async () => {
    for (const clause of ['n > (1', "origin = 'SFO'; drop table x", 'n > 1 order by n']) {
      const body = { name: 'broken', filter_type: 'Regular', tables: [dataset], roles: [alpha], clause };
      const refused = await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body });
      expect(refused).toMatchObject({
        status: 422,
        body: { message: { clause: [expect.stringContaining('clause')] } },
      });
    }
    const id = await make({ name: 'templated', clause: "origin = '{{ 'S' ~ 'FO' }}'" });
    expect(await origins('alpha')).toEqual(['SFO']);
    const changed = await house.as('admin', 'PUT', `/api/v1/rowlevelsecurity/${id}`, {
      body: { clause: ') or (1 = 1' },
    });
    expect(changed.status).toBe(422);
    expect(await origins('alpha')).toEqual(['SFO']);
    await remove(id);
  });

  test('rules of one group widen one another, rules of none narrow; base rules spare their roles', async () => {
    const ids = [
      await make({ name: 'g1', clause: "origin = 'SFO'", group_key: 'place' }),
      await make({ name: 'g2', clause: "origin = 'LAX'", group_key: 'place' }),
    ];
    expect(await origins('alpha')).toEqual(['LAX', 'SFO']);
    ids.push(await make({ name: 'alone', clause: 'n > 1' }));
    expect(await origins('alpha')).toEqual(['LAX']);
    for (const id of ids) await remove(id);
    const base = await make({ name: 'base', filter_type: 'Base', clause: 'n < 3' });
    expect(await origins('alpha')).toEqual(['JFK', 'LAX', 'SFO']);
    expect(await origins('admin')).toEqual(['LAX', 'SFO']);
    await remove(base);
  });
});
