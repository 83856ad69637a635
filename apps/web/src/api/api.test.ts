import { sqlLabApi, tabApi, uploadApi } from '@chartroom/model';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// What the page was told at its start stands in the document, of which there is none here.
vi.mock('../base/bootstrap.ts', () => ({ bootstrap: { conf: {} } }));
const { api, open } = await import('./api.ts');

const asked: { path: string; method: string | undefined; body: unknown }[] = [];
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit = {}) => {
    if (!path.includes('csrf_token')) asked.push({ path, method, body });
    return Response.json({ result: 'token', id: 5 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const entries = (body: unknown) =>
  body instanceof FormData || body instanceof URLSearchParams ? [...body.entries()] : [];

test('a form travels as its fields, and without those that say nothing', async () => {
  await api(tabApi.change, { params: { pk: 5 }, form: { label: '"A & B"', sql: undefined } });
  expect(asked).toMatchObject([{ path: '/tabstateview/5', method: 'PUT' }]);
  expect(asked[0]?.body).toBeInstanceOf(URLSearchParams);
  expect(entries(asked[0]?.body)).toEqual([['label', '"A & B"']]);
});

test('a form that brings a file has it behind its fields, so that the server knows what to do with it', async () => {
  const file = new File(['a,b'], 'sales.csv');
  const form = { type: 'csv', table_name: 'sales', delimiter: ';' };
  await api(uploadApi.upload, { params: { pk: 3 }, form, file });
  expect(asked[0]?.path).toBe('/api/v1/database/3/upload/');
  expect(asked[0]?.body).toBeInstanceOf(FormData);
  expect(entries(asked[0]?.body).map(([name]) => name)).toEqual(['type', 'table_name', 'delimiter', 'file']);
});

test('an answer that is no document is left to who asked, and what stands in an address is encoded', async () => {
  const answer = await open(sqlLabApi.exportRows, { params: { clientId: 'a/b' } });
  expect(asked).toEqual([{ path: '/api/v1/sqllab/export/a%2Fb', method: 'GET', body: undefined }]);
  expect(await answer.json()).toMatchObject({ id: 5 });
});
