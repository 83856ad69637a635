import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member, memberId } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('row rules on %s', (kind) => {
  let house: TestApp;
  let dataset: number;
  let alpha: number;
  beforeAll(async () => {
    house = await openTestApp(kind);
    const sql = "select 'SFO' as origin, 1 as n union all select 'LAX', 2 union all select 'JFK', 3";
    const body = { database: house.uploads, table_name: 'flights', sql };
    dataset = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
    const roles = await house.as('admin', 'GET', '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Alpha)))');
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
    const junk = await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body: { filter_type: 'Odd', tables: [] } });
    expect(junk).toMatchObject({ status: 400, body: { message: { filter_type: ['Must be one of: Regular, Base.'] } } });
    const body = { name: 'n', filter_type: 'Base', tables: [99999999], roles: [], clause: '1 = 1' };
    expect((await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body })).status).toBe(422);
  });

  test('holders of a role see only their rows, at once and also from what was kept', async () => {
    expect(await origins('alpha')).toEqual(['JFK', 'LAX', 'SFO']);
    const id = await make({ name: 'west', clause: "origin in ('SFO', 'LAX')" });
    expect(await origins('alpha')).toEqual(['LAX', 'SFO']);
    expect(await origins('admin')).toEqual(['JFK', 'LAX', 'SFO']);
    await house.as('admin', 'PUT', `/api/v1/rowlevelsecurity/${id}`, { body: { clause: "origin = 'SFO'" } });
    expect(await origins('alpha')).toEqual(['SFO']);
    await remove(id);
    expect(await origins('alpha')).toEqual(['JFK', 'LAX', 'SFO']);
  });

  test('a clause that is no single condition is refused before it breaks a chart, one with a template waits for its question', async () => {
    for (const clause of ['n > (1', "origin = 'SFO'; drop table x", 'n > 1 order by n']) {
      const body = { name: 'broken', filter_type: 'Regular', tables: [dataset], roles: [alpha], clause };
      const refused = await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body });
      expect(refused).toMatchObject({ status: 422, body: { message: { clause: [expect.stringContaining('clause')] } } });
    }
    const id = await make({ name: 'templated', clause: "origin = '{{ 'S' ~ 'FO' }}'" });
    expect(await origins('alpha')).toEqual(['SFO']);
    const changed = await house.as('admin', 'PUT', `/api/v1/rowlevelsecurity/${id}`, { body: { clause: ') or (1 = 1' } });
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
