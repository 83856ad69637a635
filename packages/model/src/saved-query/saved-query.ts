import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { itemAnswerOf, madeAnswerOf, resourceApi } from '../api/envelopes.ts';
import { personWith } from '../api/people.ts';
import { fitting } from '../fields.ts';
import { queryTable } from '../query/query-table.ts';
import { tagRef } from '../tag/tag.ts';

/** Makes and changes a saved query. */
const savedQueryBody = z.strictObject({
  db_id: z.int().nullish(),
  label: fitting(256).nullish(),
  description: z.string().nullish(),
  catalog: fitting(256).nullish(),
  schema: fitting(128).nullish(),
  sql: z.string().nullish(),
  template_parameters: z.string().nullish(),
  extra_json: z.string().nullish(),
});
export type SavedQueryBody = z.infer<typeof savedQueryBody>;

const signer = personWith('first_name', 'id', 'last_name').nullable();

const both = {
  changed_on: z.string(),
  changed_on_delta_humanized: z.string(),
  changed_by: signer,
  created_by: signer,
  database: z.strictObject({ database_name: z.string(), id: z.number() }).nullable(),
  description: z.string().nullable(),
  id: z.number(),
  label: z.string().nullable(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  sql: z.string().nullable(),
  sql_tables: z.array(queryTable),
};

const savedQueryRow = z.strictObject({
  ...both,
  created_on: z.string(),
  db_id: z.number().nullable(),
  /** What `extra_json` holds. */
  extra: z.record(z.string(), z.unknown()),
  /** Empty when it never ran. */
  last_run_delta_humanized: z.string(),
  rows: z.number().nullable(),
  tags: z.array(tagRef),
});
export type SavedQueryRow = z.infer<typeof savedQueryRow>;

const savedQueryItem = z.strictObject({
  ...both,
  /** JSON text. */
  template_parameters: z.string().nullable(),
});
export type SavedQueryItem = z.infer<typeof savedQueryItem>;

/** All that was written of one, said or not. */
const savedQueryEcho = z.strictObject({
  db_id: z.number().nullable(),
  label: z.string().nullable(),
  description: z.string().nullable(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  sql: z.string().nullable(),
  template_parameters: z.string().nullable(),
  extra_json: z.string().nullable(),
});
export type SavedQueryEcho = z.infer<typeof savedQueryEcho>;

/** The saved queries of the caller with one tag; `id` is null for those without any. */
const savedQueryFolder = z.strictObject({
  id: z.number().nullable(),
  name: z.string(),
  count: z.number(),
});
export type SavedQueryFolder = z.infer<typeof savedQueryFolder>;

/** Tags that people gave are the folders of their saved queries; the largest first, those without one last. */
export const savedQueryFoldersApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/saved_query/folders',
    answer: z.strictObject({ count: z.number(), result: z.array(savedQueryFolder) }),
  }),
};

/** `/saved_query/` (contract/api.md §2.7). */
export const savedQueryApi = resourceApi({
  path: 'saved_query',
  row: savedQueryRow,
  item: savedQueryItem,
  post: savedQueryBody,
  put: savedQueryBody,
  shown: itemAnswerOf(savedQueryItem),
  made: madeAnswerOf(savedQueryEcho),
  changed: z.strictObject({ result: savedQueryEcho }),
});
