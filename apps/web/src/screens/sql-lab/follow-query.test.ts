import type { LabQuery } from '@chartroom/model';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// What the page was told at its start stands in the document, of which there is none here.
vi.mock('../../base/bootstrap.ts', () => ({ bootstrap: { conf: {} } }));
const { answerOf, followQuery, isFound, RowsNotFetched } = await import('./follow-query.ts');
const { ApiError } = await import('../../api/client.ts');

const BEGUN: LabQuery = {
  id: 'abc',
  queryId: 7,
  serverId: 7,
  changed_on: '2026-01-01T00:00:00',
  dbId: 1,
  db: 'warehouse',
  catalog: null,
  schema: null,
  sql: 'SELECT 1',
  executedSql: null,
  sqlEditorId: '3',
  tab: 'One',
  state: 'running',
  progress: 10,
  rows: null,
  limit: 1_000,
  limitingFactor: 'UNKNOWN',
  ctas: false,
  tempSchema: null,
  tempTable: null,
  errorMessage: null,
  startDttm: 0,
  endDttm: null,
  resultsKey: null,
  trackingUrl: null,
  userId: 1,
  user: 'Ada',
  extra: {},
};
const ENDED: LabQuery = { ...BEGUN, state: 'success', endDttm: 5, resultsKey: 'key' };
const ROWS = { status: 'success', query_id: 7, query: ENDED, columns: [], data: [{ a: 1 }] };

/** What the server answers, call by call; undefined: it cannot be reached. */
let answers: (object | undefined)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => {
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return Response.json(answer);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const { signal } = new AbortController();

test('a query that goes on while the server is out of reach is followed to its end', async () => {
  answers = [{ result: [BEGUN] }, undefined, undefined, { result: [ENDED] }, ROWS];
  const states: string[] = [];
  const following = followQuery(BEGUN, signal, ({ state }) => states.push(state));
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await following).data).toEqual([{ a: 1 }]);
  expect(states).toEqual(['running', 'offline', 'offline', 'success']);
});

test('rows that do not come can be fetched again', async () => {
  answers = [undefined, ROWS];
  const failed: unknown = await answerOf(ENDED, signal).catch((error: unknown) => error);
  if (!(failed instanceof RowsNotFetched)) throw new Error('They have come.');
  expect(failed.cause.errors[0]?.error_type).toBe('FRONTEND_NETWORK_ERROR');
  expect((await answerOf(failed.query, signal)).data).toEqual([{ a: 1 }]);
});

test('of rows that are not kept it is said, of a table that was made it is shown', async () => {
  const without = { ...ENDED, resultsKey: null };
  expect(isFound(without, 1_000)).toBe(true);
  expect(isFound(without, 864e5 + 1_000)).toBe(false);
  const failed: unknown = await answerOf(without, signal).catch((error: unknown) => error);
  if (!(failed instanceof ApiError)) throw new Error('Something was answered.');
  expect(failed.errors[0]).toMatchObject({ error_type: 'RESULTS_BACKEND_ERROR' });
  const made = { ...without, ctas: true, tempTable: 'made' };
  expect(await answerOf(made, signal)).toMatchObject({ query: made, data: [] });
});
