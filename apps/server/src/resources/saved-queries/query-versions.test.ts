import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member, memberId } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('versions and folders of saved queries on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
  });
  afterAll(() => house.close());

  const PATH = '/api/v1/saved_query/';
  const make = async (body: object, who: PersonName = 'admin') =>
    memberId((await house.as(who, 'POST', PATH, { body })).body);
  const versions = async (id: number) => {
    const result = member((await house.as('admin', 'GET', `${PATH}${id}/versions`)).body, 'result');
    return Array.isArray(result)
      ? result.map((each) => [member(each, 'number'), member(each, 'summary')])
      : [];
  };

  test('every save that changes something is one; one is restored as a version of its own', async () => {
    const id = await make({ label: 'Late', sql: 'SELECT 1', template_parameters: '{"a": 1}' });
    const change = (body: object) => house.as('admin', 'PUT', `${PATH}${id}`, { body });
    await change({ sql: 'SELECT 2' });
    await change({ sql: 'SELECT 2' });
    await change({ label: 'Later', description: 'x', template_parameters: null });
    expect(await versions(id)).toEqual([
      [3, 'renamed to “Later”; changed the description; changed the parameters'],
      [2, 'changed the SQL (+1 −1 lines)'],
      [1, 'created'],
    ]);
    const first = await house.as('admin', 'GET', `${PATH}${id}/versions/1`);
    expect(member(first.body, 'result', 'document')).toEqual({
      label: 'Late',
      description: null,
      db_id: null,
      catalog: null,
      schema: null,
      sql: 'SELECT 1',
      template_parameters: '{"a": 1}',
    });
    expect((await house.as('admin', 'POST', `${PATH}${id}/versions/1/restore`)).status).toBe(200);
    expect((await versions(id))[0]).toEqual([4, 'restored version 1']);
    expect(member((await house.as('admin', 'GET', `${PATH}${id}`)).body, 'result')).toMatchObject({
      label: 'Late',
      description: null,
      sql: 'SELECT 1',
      template_parameters: '{"a": 1}',
    });
  });

  test('of two who save at once neither loses what the other wrote', async () => {
    const id = await make({ label: 'Both', sql: 'SELECT 0' });
    const texts = ['SELECT 1', 'SELECT 2', 'SELECT 3', 'SELECT 4'];
    await Promise.all(texts.map((sql) => house.as('admin', 'PUT', `${PATH}${id}`, { body: { sql } })));
    const kept = await Promise.all(
      [2, 3, 4, 5].map(async (number) =>
        member(
          (await house.as('admin', 'GET', `${PATH}${id}/versions/${number}`)).body,
          'result',
          'document',
          'sql',
        ),
      ),
    );
    expect(kept.toSorted()).toEqual(texts);
  });

  test('nobody else is told of them', async () => {
    const id = await make({ label: 'Mine', sql: 'SELECT 1' });
    for (const [method, path] of [
      ['GET', 'versions'],
      ['GET', 'versions/1'],
      ['POST', 'versions/1/restore'],
    ] as const)
      expect((await house.as('analyst', method, `${PATH}${id}/${path}`)).status).toBe(404);
    expect((await house.as('admin', 'GET', `${PATH}${id}/versions/99`)).status).toBe(404);
  });

  test('they come back out of the trash', async () => {
    const id = await make({ label: 'Gone', sql: 'SELECT 1' });
    await house.as('admin', 'PUT', `${PATH}${id}`, { body: { sql: 'SELECT 2' } });
    await house.as('admin', 'DELETE', `${PATH}${id}`);
    const trash = member((await house.as('admin', 'GET', '/api/v1/trash/')).body, 'result');
    const row = Array.isArray(trash) ? trash.find((each) => member(each, 'name') === 'Gone') : undefined;
    const restored = await house.as('admin', 'POST', `/api/v1/trash/${member(row, 'id')}/restore`);
    expect(restored.status).toBe(200);
    expect(await versions(id)).toEqual([
      [2, 'changed the SQL (+1 −1 lines)'],
      [1, 'created'],
    ]);
  });

  test('tags are folders, each with how many of one’s own queries it has', async () => {
    const [one, two] = [
      await make({ label: 'A', sql: 'SELECT 1' }, 'analyst'),
      await make({ label: 'B', sql: 'SELECT 1' }, 'analyst'),
    ];
    await make({ label: 'C', sql: 'SELECT 1' }, 'analyst');
    const tag = (id: number, ...tags: string[]) =>
      house.as('admin', 'POST', `/api/v1/tag/query/${id}/`, { body: { properties: { tags } } });
    expect((await tag(one, 'finance', 'weekly')).status).toBe(201);
    await tag(two, 'finance');
    const { body } = await house.as('analyst', 'GET', `${PATH}folders`);
    expect(body).toMatchObject({
      count: 3,
      result: [
        { name: 'finance', count: 2 },
        { name: 'weekly', count: 1 },
        { id: null, name: 'Without a tag', count: 1 },
      ],
    });
    const q = '(filters:!((col:tags,opr:saved_query_untagged,value:!t)))';
    const untagged = await house.as('analyst', 'GET', `${PATH}?q=${encodeURIComponent(q)}`);
    expect(member(untagged.body, 'result', 0, 'label')).toBe('C');
    expect(member(untagged.body, 'count')).toBe(1);
  });
});
