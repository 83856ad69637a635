import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { itemAnswerOf, resourceApi } from '../api/envelopes.ts';
import { personWith } from '../api/people.ts';
import { ERROR_TYPES, type ErrorType } from '../errors.ts';
import { queryTable } from './query-table.ts';

const both = {
  id: z.number(),
  changed_on: z.string(),
  /** The name that its client gave it. */
  client_id: z.string(),
};

/** A query that was run; times are epoch milliseconds. */
const queryRow = z.strictObject({
  ...both,
  database: z.strictObject({ id: z.number(), database_name: z.string() }),
  executed_sql: z.string().nullable(),
  error_message: z.string().nullable(),
  limit: z.number().nullable(),
  limiting_factor: z.string(),
  /** Percent. */
  progress: z.number(),
  rows: z.number().nullable(),
  schema: z.string().nullable(),
  select_as_cta: z.boolean(),
  sql: z.string(),
  sql_editor_id: z.string().nullable(),
  sql_tables: z.array(queryTable),
  status: z.string(),
  tab_name: z.string().nullable(),
  user: personWith('first_name', 'id', 'last_name').nullable(),
  start_time: z.number().nullable(),
  start_running_time: z.number().nullable(),
  end_time: z.number().nullable(),
  tmp_table_name: z.string().nullable(),
  tracking_url: z.string().nullable(),
  results_key: z.string().nullable(),
});
export type QueryRow = z.infer<typeof queryRow>;

/** One query; its times are numbers written as text. */
const queryItem = z.strictObject({
  ...both,
  database: z.strictObject({ id: z.number() }),
  end_result_backend_time: z.string().nullable(),
  end_time: z.string().nullable(),
  error_message: z.string().nullable(),
  executed_sql: z.string().nullable(),
  limit: z.number().nullable(),
  progress: z.number(),
  results_key: z.string().nullable(),
  rows: z.number().nullable(),
  schema: z.string().nullable(),
  select_as_cta: z.boolean(),
  select_as_cta_used: z.boolean(),
  select_sql: z.string().nullable(),
  sql: z.string(),
  sql_editor_id: z.string().nullable(),
  start_running_time: z.string().nullable(),
  start_time: z.string().nullable(),
  status: z.string(),
  tab_name: z.string().nullable(),
  tmp_schema_name: z.string().nullable(),
  tmp_table_name: z.string().nullable(),
  tracking_url: z.string().nullable(),
});
export type QueryItem = z.infer<typeof queryItem>;

/** What a query failed of. */
const queryError = z.strictObject({
  message: z.string(),
  error_type: z.custom<ErrorType>((value) => typeof value === 'string' && Object.hasOwn(ERROR_TYPES, value)),
  level: z.enum(['info', 'warning', 'error']),
  extra: z.record(z.string(), z.json()).nullable(),
});

/** A query as SQL Lab follows it (contract/api.md §2.5, `QO`); times are epoch milliseconds. */
export const labQuery = z.strictObject({
  /** The name that its client gave it. */
  id: z.string(),
  queryId: z.number(),
  serverId: z.number(),
  changed_on: z.string(),
  dbId: z.number(),
  db: z.string().nullable(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  sql: z.string(),
  executedSql: z.string().nullable(),
  sqlEditorId: z.string().nullable(),
  tab: z.string().nullable(),
  state: z.string(),
  /** Percent. */
  progress: z.number(),
  rows: z.number().nullable(),
  limit: z.number().nullable(),
  limitingFactor: z.string(),
  ctas: z.boolean(),
  tempSchema: z.string().nullable(),
  tempTable: z.string().nullable(),
  errorMessage: z.string().nullable(),
  startDttm: z.number().nullable(),
  endDttm: z.number().nullable(),
  /** Under which its rows wait, when it ran in the background. */
  resultsKey: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  userId: z.number().nullable(),
  user: z.string(),
  extra: z.strictObject({
    errors: z.array(queryError).optional(),
    /** While it runs: what of other databases it has read. */
    progress: z.string().optional(),
  }),
});
export type LabQuery = z.infer<typeof labQuery>;

/** `/query/` (contract/api.md §2.6). */
export const queryApi = {
  ...resourceApi({
    path: 'query',
    row: queryRow,
    item: queryItem,
    post: z.never(),
    put: z.never(),
    shown: itemAnswerOf(queryItem),
    made: z.never(),
    changed: z.never(),
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/v1/query/stop',
    body: z.strictObject({ client_id: z.string() }),
    answer: z.strictObject({ result: z.literal('OK') }),
  }),
  updatedSince: endpoint({
    method: 'GET',
    path: '/api/v1/query/updated_since',
    /** Milliseconds since 1970, up to the last moment that a date can name. */
    q: z.object({ last_updated_ms: z.number("is not of type 'number'").min(0).max(8.64e15) }),
    answer: z.strictObject({ result: z.array(labQuery) }),
  }),
};
