import type { SqlAnswer } from '@chartroom/model';
import { expect, test } from 'vitest';
import { moreLimit } from './more-limit.ts';

const QUERY = {
  id: 'a',
  queryId: 1,
  serverId: 1,
  changed_on: '',
  dbId: 1,
  db: null,
  catalog: null,
  schema: null,
  sql: '',
  executedSql: null,
  sqlEditorId: null,
  tab: null,
  state: 'success',
  progress: 100,
  rows: 0,
  limit: 1_000,
  limitingFactor: 'DROPDOWN',
  ctas: false,
  tempSchema: null,
  tempTable: null,
  errorMessage: null,
  startDttm: null,
  endDttm: null,
  resultsKey: null,
  trackingUrl: null,
  userId: null,
  user: '',
  extra: {},
};
const lists = { columns: [], selected_columns: [], expanded_columns: [], data: [] };
const answer = (part: Partial<SqlAnswer['query']>): SqlAnswer => ({
  ...lists,
  status: 'success',
  query_id: 1,
  query: { ...QUERY, ...part },
});

test('a query that the chosen limit has cut may be run with the next one, up to the highest', () => {
  expect(moreLimit(answer({}), 100_000)).toBe(10_000);
  expect(moreLimit(answer({ limit: 50_000 }), 100_000)).toBe(100_000);
  expect(moreLimit(answer({ limit: 100_000 }), 100_000)).toBeUndefined();
  expect(moreLimit(answer({ limitingFactor: 'QUERY' }), 100_000)).toBeUndefined();
  const script = { ...answer({}), earlier: [{ sql: '', columns: [], data: [], isCut: false }] };
  expect(moreLimit(script, 100_000)).toBeUndefined();
});
