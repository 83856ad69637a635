import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { grant, makeBoard, makeDataset } from '../../testing/things.ts';
import { unzipped } from '../../testing/unzipped.ts';

let house: TestApp;
let path: string;
let dataset: number;
beforeAll(async () => {
  house = await openTestApp('sqlite');
  dataset = await makeDataset(house, 'numbers');
  path = `/api/v1/dashboard/${await makeBoard(house, 'Counted', 'counted')}/workbook`;
});
afterAll(() => house.close());

const chart = (name: string, columns: string[]) => ({
  name,
  query_context: { datasource: { id: dataset, type: 'table' }, queries: [{ columns, metrics: ['count'] }] },
});

test('strangers are asked who they are, who may not take files along is refused, junk is named', async () => {
  const body = { charts: [chart('Bars', ['a'])] };
  expect((await house.as('nobody', 'POST', path, { body })).status).toBe(401);
  await house.services.db
    .deleteFrom('role_permissions')
    .where('permission_view_id', 'in', (on) =>
      on
        .selectFrom('permission_views')
        .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
        .select('permission_views.id')
        .where('permissions.name', '=', 'can_csv'),
    )
    .execute();
  await grant(house, 'Admin', 'can_csv', 'Superset');
  house.services.callers.forget();
  expect((await house.as('gamma', 'POST', path, { body })).status).toBe(403);
  expect((await house.as('admin', 'POST', path, { body: { charts: [] } })).status).toBe(400);
  const junk = { charts: [{ name: 'Bars', query_context: { queries: 1 } }] };
  expect((await house.as('admin', 'POST', path, { body: junk })).status).toBe(400);
});

test('charts come as a workbook with a sheet for each; one that fails says why, and the others go on', async () => {
  const charts = [chart('Bars / a', ['a']), chart('Gone', ['nope']), chart('bars a', ['b'])];
  const token = await house.services.tokens.issue('access', { userId: house.ids.admin, stamp: 0 });
  const { statusCode, headers, rawPayload } = await house.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ charts }),
  });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const files = await unzipped(rawPayload);
  const names = (files['xl/workbook.xml'] ?? '').matchAll(/sheet name="([^"]*)"/g);
  expect([...names].map(([, name]) => name)).toEqual(['Bars a', 'Gone', 'bars a (2)']);
  expect(files['xl/worksheets/sheet1.xml']).toContain('<row><c><v>1</v></c><c><v>1</v></c></row>');
  expect(files['xl/worksheets/sheet2.xml']).toContain('The rows of this chart are missing');
  expect(files['xl/worksheets/sheet2.xml']).toContain('nope');
  expect(files['xl/worksheets/sheet3.xml']).toContain('>x<');
});
