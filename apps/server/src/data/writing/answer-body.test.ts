import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { memberId } from '../../testing/things.ts';

let house: TestApp;
beforeAll(async () => {
  house = await openTestApp('sqlite');
});
afterAll(() => house.close());

test('an answer of many pieces is as long as it says, and may be packed on its way', async () => {
  const sql = "select range as n, repeat('x', 100) || range as t from range(40000)";
  const made = await house.as('admin', 'POST', '/api/v1/dataset/', {
    body: { database: house.uploads, table_name: 'large', sql },
  });
  const token = await house.services.tokens.issue('access', { userId: house.ids.admin, stamp: 0 });
  const ask = (encoding: string) =>
    house.app.inject({
      method: 'POST',
      url: '/api/v1/chart/data',
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
      payload: {
        datasource: { id: memberId(made.body), type: 'table' },
        queries: [{ columns: ['n', 't'], orderby: [['n', true]], row_limit: 40_000 }],
        result_type: 'results',
      },
    });
  const plain = await ask('identity');
  expect([plain.statusCode, Number(plain.headers['content-length'])]).toEqual([200, plain.rawPayload.length]);
  expect(plain.rawPayload.length).toBeGreaterThan(4_000_000);
  const packed = await ask('gzip');
  expect([packed.headers['content-encoding'], packed.headers['content-length']]).toEqual(['gzip', undefined]);
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
});
