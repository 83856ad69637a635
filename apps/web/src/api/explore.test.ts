import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// What the page was told at its start stands in the document, of which there is none here.
vi.mock('../base/bootstrap.ts', () => ({ bootstrap: { conf: {} } }));
const { fetchExplore } = await import('./explore.ts');

const replace = vi.fn<(page: URL) => void>();
beforeEach(() => {
  const page = new URL('https://house.example/explore/?datasource=5__table');
  vi.stubGlobal('window', { location: { href: page.href, origin: page.origin, replace } });
});
afterEach(() => {
  replace.mockReset();
  vi.unstubAllGlobals();
});

const answering = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
const opened = () => fetchExplore(new URLSearchParams('datasource=5__table'));

test.each([
  ['/superset/dashboard/7/', 'https://house.example/superset/dashboard/7/'],
  ['https://elsewhere.example/', undefined],
  ['javascript:alert(1)', undefined],
  ['/explore/?datasource=5__table', undefined],
])('a dataset that opens at %s leads to %s', async (redirect, page) => {
  answering(302, { redirect });
  await expect(opened()).rejects.toThrow('This dataset opens at ');
  expect(replace.mock.calls.map(([to]) => String(to))).toEqual(page === undefined ? [] : [page]);
});

test('an address that names nothing that is there is told as missing', async () => {
  answering(200, { result: { slice: null, dataset: { id: 0 }, message: 'Form data not found in cache.' } });
  await expect(opened()).rejects.toThrow('Form data not found in cache.');
  answering(200, { result: { slice: null, dataset: { id: 5 }, message: null } });
  await expect(opened()).resolves.toMatchObject({ dataset: { id: 5 } });
});
