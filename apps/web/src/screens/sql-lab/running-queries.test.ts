import { afterEach, expect, test, vi } from 'vitest';

// What the page was told at its start stands in the document, of which there is none here.
vi.mock('../../base/bootstrap.ts', () => ({ bootstrap: { conf: {}, csrf_token: '' } }));
const { running, stopOnLeaving } = await import('./running-queries.ts');

afterEach(() => {
  running.clear();
  vi.unstubAllGlobals();
});

test('a page that ends stops what runs in the background, where the connection wants it so', async () => {
  const stopped: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body, keepalive }: RequestInit = {}) => {
    stopped.push([body, keepalive]);
    return Response.json({ result: 'OK' });
  });
  const query = (clientId: string, later: boolean) => ({
    abort: new AbortController(),
    clientId,
    later,
    sent: true,
  });
  running.set(1, query('stopped', true));
  running.set(2, query('waited_for', false));
  running.set(3, query('goes_on', true));
  const tabs = [1, 2, 3, 4].map((id) => ({ id, databaseId: id === 3 ? 20 : 10 }));
  stopOnLeaving(tabs, { 10: { cancels_on_leaving: true }, 20: { cancels_on_leaving: false } });
  await vi.waitFor(() => expect(stopped).toEqual([['{"client_id":"stopped"}', true]]));
});
