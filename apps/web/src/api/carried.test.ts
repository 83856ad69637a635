import { expect, test, vi } from 'vitest';

const CARRIED = { '/api/v1/a/': '{"a":1}', '/api/v1/b/': '{"b":1}' };
vi.mock('../base/bootstrap.ts', () => ({ bootstrap: { conf: {}, csrf_token: 'token' } }));
vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(CARRIED) }) });
const asked = vi.fn(async (path: string) => new Response(JSON.stringify({ asked: path })));
vi.stubGlobal('fetch', asked);
// The page is young, however long this process has run.
vi.spyOn(performance, 'now').mockReturnValue(100);
// Another test of this process may have loaded them with a page of its own.
vi.resetModules();
const { request } = await import('./client.ts');

test('a page takes what it has brought along once, and nothing after something was changed', async () => {
  for (const asking of ['/api/v1/chart/data', '/api/v1/sqllab/live/', '/api/v1/database/7/validate_sql/'])
    await request('POST', asking);
  expect(await request('GET', '/api/v1/a/'), 'a question changes nothing').toEqual({ a: 1 });
  expect(await request('GET', '/api/v1/a/')).toEqual({ asked: '/api/v1/a/' });
  await request('PUT', '/api/v1/c/');
  expect(await request('GET', '/api/v1/b/')).toEqual({ asked: '/api/v1/b/' });
});
