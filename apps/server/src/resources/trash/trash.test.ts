import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { makeBoard, makeChart, makeDataset, member, memberId } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('the trash on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());

  const trashed = async (who: PersonName = 'admin'): Promise<unknown[]> => {
    const result = member((await house.as(who, 'GET', '/api/v1/trash/')).body, 'result');
    return Array.isArray(result) ? result : [];
  };
  const idOf = async (name: string) => {
    const found = (await trashed()).find((each) => member(each, 'name') === name);
    return Number(member(found, 'id'));
  };
  const restore = async (name: string, who: PersonName = 'admin') =>
    house.as(who, 'POST', `/api/v1/trash/${await idOf(name)}/restore`);
  /** What a path answers, without how long ago something was. */
  const item = async (path: string): Promise<unknown> => {
    const { text } = await house.as('admin', 'GET', `/api/v1/${path}`);
    return JSON.parse(text, (key, value) => (key.endsWith('_delta_humanized') ? undefined : value));
  };
  const remove = async (path: string) => {
    expect((await house.as('admin', 'DELETE', `/api/v1/${path}`)).status).toBe(200);
    expect((await house.as('admin', 'GET', `/api/v1/${path}`)).status).toBe(404);
  };

  test('a dashboard comes back as it was, with its charts, its owners, its star and its history', async () => {
    const id = await makeBoard(house, 'Board', `board-${kind}`);
    const chart = Number(member(await item(`dashboard/${id}/charts`), 'result', 0, 'id'));
    await house.as('admin', 'POST', `/api/v1/dashboard/${id}/favorites/`);
    const before = await item(`dashboard/${id}`);
    const history = await item(`dashboard/${id}/versions`);
    await remove(`dashboard/${id}`);
    await remove(`chart/${chart}`);
    expect(await trashed()).toMatchObject([
      { kind: 'chart', object_id: chart, deleted_by: { id: house.ids.admin } },
      { kind: 'dashboard', object_id: id, name: 'Board' },
    ]);
    expect((await restore('Board')).body).toMatchObject({
      result: [
        { kind: 'dashboard', object_id: id },
        { kind: 'chart', object_id: chart },
      ],
      left_out: [],
    });
    expect(await item(`dashboard/${id}`)).toEqual(before);
    expect(await item(`dashboard/${id}/versions`)).toEqual(history);
    expect(member(await item(`dashboard/favorite_status/?q=!(${id})`), 'result', 0, 'value')).toBe(true);
    expect(await trashed()).toEqual([]);
  });

  test('a dataset comes back with its columns, the rules on its rows and the roles that may read it', async () => {
    const id = await makeDataset(house, `Numbers of ${kind}`);
    const rule = {
      name: `rule of ${kind}`,
      filter_type: 'Regular',
      tables: [id],
      roles: [],
      clause: 'a = 2',
      group_key: '',
    };
    expect((await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body: rule })).status).toBe(201);
    const links = () =>
      house.services.db.selectFrom('row_rule_datasets').selectAll().where('dataset_id', '=', id).execute();
    const grants = () =>
      house.services.db.selectFrom('views').selectAll().where('name', 'like', `%(id:${id})`).execute();
    const before = await item(`dataset/${id}`);
    expect(await links()).toHaveLength(1);
    await remove(`dataset/${id}`);
    expect([await links(), await grants()]).toEqual([[], []]);
    expect((await restore(`Numbers of ${kind}`)).status).toBe(200);
    const after = await item(`dataset/${id}`);
    expect(member(after, 'result', 'columns')).toEqual(member(before, 'result', 'columns'));
    expect(member(after, 'result', 'owners')).toEqual(member(before, 'result', 'owners'));
    expect(await links()).toHaveLength(1);
    expect(await grants()).toHaveLength(1);
  });

  test('a saved query comes back; one whose slug is taken comes back without it', async () => {
    const database = house.uploads;
    const body = { label: 'Kept query', sql: 'select 1', db_id: database };
    const query = memberId((await house.as('admin', 'POST', '/api/v1/saved_query/', { body })).body);
    await remove(`saved_query/${query}`);
    expect((await restore('Kept query')).status).toBe(200);
    expect(member(await item(`saved_query/${query}`), 'result')).toMatchObject({
      label: 'Kept query',
      sql: 'select 1',
    });
    const slug = `taken-${kind}`;
    const make = async (dashboard_title: string) =>
      memberId(
        (await house.as('admin', 'POST', '/api/v1/dashboard/', { body: { dashboard_title, slug } })).body,
      );
    const first = await make('First of the slug');
    await remove(`dashboard/${first}`);
    await make('Second of the slug');
    expect((await restore('First of the slug')).body).toMatchObject({
      left_out: [`Another one has the slug “${slug}” now`],
    });
    expect(member(await item(`dashboard/${first}`), 'result', 'slug')).toBeNull();
  });

  test('what another one stands in the way of is refused, and stays in the trash', async () => {
    const dataset = await makeDataset(house, `Doubled of ${kind}`);
    const chart = await makeChart(house, dataset, 'Doubled');
    await remove(`chart/${chart}`);
    const { uuid, ...row } = await house.services.db
      .selectFrom('charts')
      .selectAll()
      .executeTakeFirstOrThrow();
    const document = await house.services.db
      .selectFrom('trash')
      .select('object_id')
      .where('object_id', '=', chart)
      .executeTakeFirstOrThrow();
    const { id: _, ...rest } = row;
    await house.services.db
      .insertInto('charts')
      .values({ ...rest, id: document.object_id, uuid: `${uuid}x` })
      .execute();
    const answer = await restore('Doubled');
    expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining('another one') } });
    expect(await idOf('Doubled')).toBeGreaterThan(0);
  });

  test('it is for those who deleted or owned it, and for administrators', async () => {
    const mine = memberId(
      (await house.as('alpha', 'POST', '/api/v1/dashboard/', { body: { dashboard_title: 'Of alpha' } })).body,
    );
    await remove(`dashboard/${mine}`);
    const own = memberId(
      (await house.as('admin', 'POST', '/api/v1/dashboard/', { body: { dashboard_title: 'Of the admin' } }))
        .body,
    );
    await remove(`dashboard/${own}`);
    const names = async (who: PersonName) => (await trashed(who)).map((each) => member(each, 'name'));
    expect(await names('alpha')).toEqual(['Of alpha']);
    expect(await names('gamma')).toEqual([]);
    expect(await names('admin')).toEqual(expect.arrayContaining(['Of alpha', 'Of the admin']));
    expect((await house.as('nobody', 'GET', '/api/v1/trash/')).status).toBe(401);
    expect((await restore('Of the admin', 'alpha')).status).toBe(404);
    const forGood = (who: PersonName, id: number) => house.as(who, 'DELETE', `/api/v1/trash/${id}`);
    const id = await idOf('Of the admin');
    expect((await forGood('alpha', id)).status).toBe(404);
    expect((await restore('Of alpha', 'alpha')).status).toBe(200);
    expect((await forGood('admin', id)).status).toBe(200);
    expect(await idOf('Of the admin')).toBeNaN();
    const versions = house.services.db.selectFrom('dashboard_versions').selectAll();
    expect(await versions.where('dashboard_id', '=', own).execute()).toEqual([]);
    expect(await versions.where('dashboard_id', '=', mine).execute()).toHaveLength(1);
  });

  test('what was there long enough is gone for good', async () => {
    const id = memberId(
      (await house.as('admin', 'POST', '/api/v1/dashboard/', { body: { dashboard_title: 'Long gone' } }))
        .body,
    );
    await remove(`dashboard/${id}`);
    await house.services.db
      .updateTable('trash')
      .set({ deleted_on: '2001-01-01T00:00:00.000Z' })
      .where('object_id', '=', id)
      .execute();
    expect(await idOf('Long gone')).toBeNaN();
    const versions = house.services.db.selectFrom('dashboard_versions').selectAll();
    expect(await versions.where('dashboard_id', '=', id).execute()).toEqual([]);
  });
});
