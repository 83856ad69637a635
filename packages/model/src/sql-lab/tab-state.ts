import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { labQuery } from '../query/query.ts';

/** A table that is open beside a tab. */
const openTable = z.strictObject({
  id: z.number(),
  tab_state_id: z.number(),
  database_id: z.number(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  table: z.string(),
  /** As its client described it. */
  description: z.unknown(),
  expanded: z.boolean(),
});

/** A tab as the server keeps it, with the tables beside it and its latest query. */
export const tabState = z.strictObject({
  id: z.number(),
  user_id: z.number(),
  label: z.string().nullable(),
  active: z.boolean(),
  database_id: z.number().nullable(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  table_schemas: z.array(openTable),
  sql: z.string().nullable(),
  query_limit: z.number().nullable(),
  latest_query: labQuery.nullable(),
  autorun: z.boolean(),
  /** JSON text. */
  template_params: z.string().nullable(),
  hide_left_bar: z.boolean(),
  saved_query: z.strictObject({ id: z.number() }).nullable(),
  /** As its client keeps it. */
  extra_json: z.unknown(),
});
export type TabState = z.infer<typeof tabState>;

const done = z.literal('OK');
const id = z.number();
/** Every field of the forms is JSON. */
const json = z.string();

/** The tab store (contract/api.md §2.5): each person's own tabs, and the tables opened beside them. */
export const tabApi = {
  open: endpoint({
    method: 'POST',
    path: '/tabstateview/',
    form: z.object({ queryEditor: json }),
    answer: z.strictObject({ id }),
  }),
  show: endpoint({ method: 'GET', path: '/tabstateview/:pk', answer: tabState }),
  change: endpoint({
    method: 'PUT',
    path: '/tabstateview/:pk',
    form: z
      .object({
        label: json,
        catalog: json,
        schema: json,
        sql: json,
        latest_query_id: json,
        template_params: json,
        database_id: json,
        query_limit: json,
        saved_query_id: json,
        autorun: json,
        hide_left_bar: json,
        active: json,
        extra_json: json,
      })
      .partial(),
    answer: id,
  }),
  remove: endpoint({ method: 'DELETE', path: '/tabstateview/:pk', answer: done }),
  activate: endpoint({ method: 'POST', path: '/tabstateview/:pk/activate', answer: id }),
  migrateQuery: endpoint({
    method: 'POST',
    path: '/tabstateview/:pk/migrate_query',
    form: z.object({ queryId: json }),
    answer: id,
  }),
  removeQuery: endpoint({ method: 'DELETE', path: '/tabstateview/:pk/query/:clientId', answer: done }),
  openTable: endpoint({
    method: 'POST',
    path: '/tableschemaview/',
    form: z.object({ table: json }),
    answer: z.strictObject({ id }),
  }),
  removeTable: endpoint({ method: 'DELETE', path: '/tableschemaview/:pk', answer: done }),
  expandTable: endpoint({
    method: 'POST',
    path: '/tableschemaview/:pk/expanded',
    form: z.object({ expanded: json }),
    answer: z.strictObject({ id, expanded: z.boolean() }),
  }),
};
