import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { makeChart, makeDataset, member, memberId, openDataset } from '../../testing/things.ts';
import { ensureSystemThemes } from '../themes/system-themes.ts';

describe.each(RECORD_KINDS)('small things on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());
  const post = (path: string, body: unknown, who: 'admin' | 'alpha' | 'analyst' = 'admin') =>
    house.as(who, 'POST', `/api/v1/${path}`, { body });

  test('saved queries belong to who wrote them, and tell the tables they name', async () => {
    const body = {
      db_id: house.uploads,
      label: 'mine',
      sql: 'select a from main.fees join other using (id)',
    };
    expect((await house.as('nobody', 'POST', '/api/v1/saved_query/', { body })).status).toBe(401);
    expect((await post('saved_query/', body, 'alpha')).status).toBe(403);
    expect((await post('saved_query/', { wings: 2 }, 'analyst')).status).toBe(422);
    const closed = { status: 422, body: { message: { db_id: ['Database does not exist'] } } };
    expect(await post('saved_query/', body, 'analyst')).toMatchObject(closed);
    await openDataset(house, await makeDataset(house, 'fees'), 'sql_lab');
    const id = memberId((await post('saved_query/', body, 'analyst')).body);
    const read = (who: 'admin' | 'analyst') => house.as(who, 'GET', `/api/v1/saved_query/${id}`);
    expect((await read('analyst')).body).toMatchObject({
      result: {
        label: 'mine',
        database: { id: house.uploads },
        sql_tables: [{ table: 'fees', schema: 'main' }, { table: 'other' }],
      },
    });
    expect((await read('admin')).status).toBe(404);
    const changed = await house.as('analyst', 'PUT', `/api/v1/saved_query/${id}`, {
      body: { sql: 'select from where (' },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { result: { label: 'mine', sql: 'select from where (' } },
    });
    expect((await read('analyst')).body).toMatchObject({ result: { sql_tables: [] } });
  });

  test('tags are put on what one may change, and found again', async () => {
    const chart = await makeChart(house, await makeDataset(house, 'tagged'), 'tagged chart');
    expect((await post(`tag/chart/${chart}/`, { properties: { tags: ['red'] } }, 'alpha')).status).toBe(403);
    expect((await post(`tag/2/${chart}/`, { properties: { tags: ['red', 'blue'] } })).status).toBe(201);
    const found = await house.as('admin', 'GET', '/api/v1/tag/get_objects/?tags=red&types=chart');
    expect(found.body).toMatchObject({
      result: [{ id: chart, type: 'chart', name: 'tagged chart', creator: 'admin Tester' }],
    });
    expect((await house.as('gamma', 'GET', '/api/v1/tag/get_objects/?tags=red')).body).toEqual({
      result: [],
    });
    const listed = await house.as(
      'admin',
      'GET',
      '/api/v1/chart/?q=(filters:!((col:tags,opr:chart_tags,value:BLU)),columns:!(id))',
    );
    expect(listed.body).toMatchObject({ count: 1, result: [{ id: chart }] });
    const bulk = await post('tag/bulk_create', {
      tags: [
        {
          name: 'many',
          objects_to_tag: [
            ['chart', chart],
            ['dashboard', 99999999],
          ],
        },
      ],
    });
    expect(bulk.body).toEqual({
      result: { objects_tagged: [['chart', chart]], objects_skipped: [['dashboard', 99999999]] },
    });
    const order = async (column: string) =>
      (await house.as('admin', 'GET', `/api/v1/tag/?q=(order_column:${column},order_direction:asc)`)).status;
    expect(
      await Promise.all(
        ['created_on_delta_humanized', 'created_by.last_name', 'changed_by.last_name'].map(order),
      ),
    ).toEqual([200, 200, 200]);
    expect((await post('tag/', { name: 'odd', objects_to_tag: [['banana', chart]] })).body).toEqual({
      message: { objects_to_tag: { 0: { 0: ['Must be one of: query, chart, dashboard, dataset.'] } } },
    });
    expect((await house.as('admin', 'DELETE', `/api/v1/tag/2/${chart}/red/`)).body).toEqual({
      message: 'OK',
    });
    expect((await house.as('admin', 'DELETE', `/api/v1/tag/2/${chart}/red/`)).status).toBe(422);
    expect((await house.as('admin', 'DELETE', "/api/v1/tag/?q=!('many','blue')")).body).toEqual({
      message: 'Deleted 2 tags',
    });
  });

  test('annotations stand in layers, in order of time, and keep their layer', async () => {
    const layer = memberId((await post('annotation_layer/', { name: 'events' })).body);
    expect((await post('annotation_layer/', { name: 'events' })).status).toBe(422);
    const at = `annotation_layer/${layer}/annotation/`;
    const strike = {
      short_descr: 'Strike',
      start_dttm: '2001-01-01T00:00:00',
      end_dttm: '2001-01-02T00:00:00',
    };
    const id = memberId((await post(at, strike)).body);
    expect((await post(at, strike)).status).toBe(422);
    expect(
      await post(at, { ...strike, short_descr: 'Backwards', end_dttm: '2000-01-01T00:00:00' }),
    ).toMatchObject({
      status: 422,
      body: { message: { start_dttm: expect.anything() } },
    });
    expect((await house.as('admin', 'GET', `/api/v1/${at}${id}`)).body).toMatchObject({
      result: {
        short_descr: 'Strike',
        start_dttm: '2001-01-01T00:00:00',
        layer: { id: layer, name: 'events' },
      },
    });
    for (const start_dttm of ['2001-01-01', '01/02/2001', 'yesterday', '2001-13-01T00:00:00']) {
      const body = { message: { start_dttm: ['Not a valid datetime.'] } };
      expect(await post(at, { ...strike, short_descr: 'Odd', start_dttm })).toMatchObject({
        status: 400,
        body,
      });
    }
    const nowhere = 'annotation_layer/99999999/annotation/';
    expect(await post(nowhere, strike)).toMatchObject({
      status: 400,
      body: { message: 'Annotation layer not found.' },
    });
    expect((await house.as('admin', 'GET', `/api/v1/${nowhere}`)).body).toMatchObject({
      count: 0,
      result: [],
    });
    expect((await house.as('admin', 'DELETE', `/api/v1/annotation_layer/${layer}`)).status).toBe(422);
    expect((await house.as('admin', 'DELETE', `/api/v1/${at}?q=!(${id})`)).body).toEqual({
      message: 'Deleted 1 annotation',
    });
    expect((await house.as('admin', 'DELETE', `/api/v1/annotation_layer/${layer}`)).status).toBe(200);
  });

  test('what layers and what annotations can be narrowed to is told at one address', async () => {
    const { body } = await house.as('admin', 'GET', '/api/v1/annotation_layer/_info?q=(keys:!(filters))');
    const told = { operator: 'annotation_layer_all_text', name: 'annotation layer all text' };
    const below = { operator: 'annotation_all_text', name: 'annotation all text' };
    expect(body).toEqual({
      filters: expect.objectContaining({
        name: expect.arrayContaining([told]),
        short_descr: expect.arrayContaining([below]),
        end_dttm: expect.anything(),
        layer: expect.anything(),
        changed_on: expect.anything(),
      }),
    });
    const refused = await house.as(
      'admin',
      'GET',
      '/api/v1/annotation_layer/?q=(filters:!((col:short_descr,opr:ct,value:x)))',
    );
    expect(refused).toMatchObject({
      status: 400,
      body: { message: 'Filter column: short_descr not allowed to filter' },
    });
  });

  test('a theme is the default of the installation alone, and then stays', async () => {
    const theme = async (name: string) =>
      memberId((await post('theme/', { theme_name: name, json_data: '{"token":{}}' })).body);
    expect((await post('theme/', { theme_name: ' ', json_data: '[]' })).status).toBe(400);
    const [day, dusk] = [await theme('day'), await theme('dusk')];
    for (const json_data of [
      '{"token":5}',
      '{"algorithm":["default","night"]}',
      '{"inherit":"yes"}',
      'null',
    ]) {
      const refused = { message: { json_data: ['Invalid theme configuration structure'] } };
      expect(await post('theme/', { theme_name: 'odd', json_data })).toMatchObject({
        status: 400,
        body: refused,
      });
    }
    for (const id of [day, 99999999]) {
      const empty = await house.as('admin', 'PUT', `/api/v1/theme/${id}`, { body: {} });
      expect(empty).toMatchObject({ status: 400, body: { message: 'Request body is required' } });
    }
    const refused = { status: 403, body: { message: 'Only administrators can set system themes' } };
    expect(await house.as('alpha', 'PUT', `/api/v1/theme/${day}/set_system_default`)).toMatchObject(refused);
    for (const id of [day, dusk]) await house.as('admin', 'PUT', `/api/v1/theme/${id}/set_system_default`);
    const listed = await house.as(
      'admin',
      'GET',
      '/api/v1/theme/?q=(filters:!((col:is_system_default,opr:eq,value:!t)),columns:!(id))',
    );
    expect(listed.body).toMatchObject({ count: 1, result: [{ id: dusk }] });
    expect((await house.as('admin', 'DELETE', `/api/v1/theme/${dusk}`)).status).toBe(422);
    expect((await house.as('admin', 'DELETE', `/api/v1/theme/${day}`)).body).toEqual({
      message: 'Deleted 1 theme',
    });
  });

  test('the looks of the installation are among the themes, to wear and not to change', async () => {
    const q = '(filters:!((col:is_system,opr:eq,value:!t)),columns:!(id,theme_name,json_data))';
    const listed = await house.as('gamma', 'GET', `/api/v1/theme/?q=${q}`);
    const light = { theme_name: 'Chartroom light', json_data: '{"algorithm":"default"}' };
    expect(member(listed.body, 'result')).toMatchObject([
      light,
      { theme_name: 'Chartroom dark', json_data: '{"algorithm":"dark"}' },
    ]);
    const id = member(listed.body, 'result', 0, 'id');
    expect(
      (
        await house.as('admin', 'PUT', `/api/v1/theme/${id}`, {
          body: { theme_name: 'mine', json_data: '{}' },
        })
      ).status,
    ).toBe(403);
    expect((await house.as('admin', 'DELETE', `/api/v1/theme/${id}`)).status).toBe(403);
    await ensureSystemThemes(house.services.db, house.services.config, new Date());
    expect((await house.as('admin', 'GET', `/api/v1/theme/?q=${q}`)).body).toMatchObject({ count: 2 });
  });

  test('people of a group hold its roles, at once', async () => {
    const roles = await house.as(
      'admin',
      'GET',
      '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:sql_lab)))',
    );
    const role = Number(member(roles.body, 'result', 0, 'id'));
    const save = (who: 'gamma') => house.as(who, 'GET', '/api/v1/saved_query/');
    expect((await save('gamma')).status).toBe(403);
    const group = memberId(
      (await post('security/groups/', { name: 'writers', roles: [role], users: [house.ids.gamma] })).body,
    );
    expect((await save('gamma')).status).toBe(200);
    await house.as('admin', 'DELETE', `/api/v1/security/groups/${group}`);
    expect((await save('gamma')).status).toBe(403);
  });

  test('what somebody changes is in the log without what they sent, what is refused or only read is not', async () => {
    const body = { template_name: 'noted', css: '.very-secret {}' };
    expect((await post('css_template/', body)).status).toBe(201);
    expect((await house.as('gamma', 'POST', '/api/v1/css_template/', { body })).status).toBe(403);
    await house.as('admin', 'GET', '/api/v1/css_template/');
    const log = () =>
      house.as('admin', 'GET', '/api/v1/log/?q=(filters:!((col:action,opr:sw,value:CssTemplate)))');
    await expect.poll(async () => member((await log()).body, 'count')).toBe(1);
    const noted = await log();
    expect(member(noted.body, 'result', 0)).toMatchObject({
      action: 'CssTemplate.post',
      user: { username: 'admin' },
      slice_id: null,
    });
    expect(noted.text).not.toContain('very-secret');
    expect((await house.as('alpha', 'GET', '/api/v1/log/')).status).toBe(403);
  });

  test('a change of a CSS template answers all of it', async () => {
    const id = memberId((await post('css_template/', { template_name: 'red', css: 'b{}' })).body);
    const changed = await house.as('admin', 'PUT', `/api/v1/css_template/${id}`, { body: { css: 'a{}' } });
    expect(changed).toMatchObject({ status: 200, body: { result: { template_name: 'red', css: 'a{}' } } });
  });
});

test('who looks after the installation may keep the choice of the look for the settings', async () => {
  const house = await openTestApp('sqlite', {
    settings: { CHARTROOM_ENABLE_UI_THEME_ADMINISTRATION: 'false' },
  });
  try {
    const refused = { status: 403, body: { message: 'UI theme administration is not enabled' } };
    expect(await house.as('admin', 'PUT', '/api/v1/theme/1/set_system_dark')).toMatchObject(refused);
    expect(await house.as('admin', 'DELETE', '/api/v1/theme/unset_system_dark')).toMatchObject(refused);
  } finally {
    await house.close();
  }
});
