import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';

const BASE = '/api/v1/database/:pk';

/** A table or view of a schema. */
const tableEntry = z.strictObject({
  value: z.string(),
  type: z.enum(['table', 'view']),
  /** What its dataset says of it, as people wrote it. */
  extra: z.strictObject({ certification: z.unknown(), warning_markdown: z.unknown() }).nullable(),
});
export type TableEntry = z.infer<typeof tableEntry>;

const named = { name: z.string().nullable(), column_names: z.array(z.string()) };
const primaryKey = z.strictObject({ ...named, type: z.literal('pk') });
const foreignKey = z.strictObject({
  ...named,
  referred_schema: z.string().nullable(),
  referred_table: z.string(),
  referred_columns: z.array(z.string()),
  options: z.strictObject({}),
  type: z.literal('fk'),
});
const index = z.strictObject({ ...named, unique: z.boolean(), type: z.literal('index') });
const key = z.union([primaryKey, foreignKey, index]);

/** A table as SQL Lab shows it. */
const tableMetadata = z.strictObject({
  name: z.string(),
  comment: z.string().nullable(),
  columns: z.array(
    z.strictObject({
      name: z.string(),
      type: z.string(),
      /** With its sizes. */
      longType: z.string(),
      keys: z.array(key),
      comment: z.string().nullable(),
    }),
  ),
  primaryKey: z.union([primaryKey, z.strictObject({})]),
  foreignKeys: z.array(foreignKey),
  /** Keys among them. */
  indexes: z.array(key),
  selectStar: z.string(),
  /** Of a table in partitions the value of the newest one, and SQL that lists all of them. */
  partitions: z.strictObject({ latest: z.string(), partitionQuery: z.string() }).optional(),
});
export type TableMetadata = z.infer<typeof tableMetadata>;

/** A table by its name and place; empty = the usual one. */
const tableQuery = z.strictObject({
  name: z.string(),
  schema: z.string().default(''),
  catalog: z.string().default(''),
});

const nothing = z.strictObject({});
const tableExtra = z.strictObject({
  /** The statement that makes it, of a view whose engine tells it. */
  view: z.string().optional(),
});
const firstRows = z.strictObject({ result: z.string() });

/** What lies in a database (contract/api.md §2.1); tables under the present addresses and those of old. */
export const databaseTablesApi = {
  catalogs: endpoint({
    method: 'GET',
    path: `${BASE}/catalogs/`,
    q: z.object({ force: z.boolean().optional() }),
    answer: z.strictObject({ result: z.array(z.string()) }),
  }),
  schemas: endpoint({
    method: 'GET',
    path: `${BASE}/schemas/`,
    q: z.object({
      force: z.boolean().optional(),
      upload_allowed: z.boolean().optional(),
      catalog: z.string().nullish(),
    }),
    answer: z.strictObject({ result: z.array(z.string()) }),
  }),
  schemasTakingFiles: endpoint({
    method: 'GET',
    path: `${BASE}/schemas_access_for_file_upload/`,
    answer: z.strictObject({ schemas: z.array(z.string()) }),
  }),
  tables: endpoint({
    method: 'GET',
    path: `${BASE}/tables/`,
    q: z.object({
      schema_name: z.string(),
      catalog_name: z.string().nullish(),
      force: z.boolean().optional(),
    }),
    answer: z.strictObject({ count: z.number(), result: z.array(tableEntry) }),
  }),
  functionNames: endpoint({
    method: 'GET',
    path: `${BASE}/function_names/`,
    answer: z.strictObject({ function_names: z.array(z.string()) }),
  }),
  tableMetadata: endpoint({
    method: 'GET',
    path: `${BASE}/table_metadata/`,
    query: tableQuery,
    answer: tableMetadata,
  }),
  tableExtra: endpoint({
    method: 'GET',
    path: `${BASE}/table_metadata/extra/`,
    query: tableQuery,
    answer: tableExtra,
  }),
  oldTable: endpoint({ method: 'GET', path: `${BASE}/table/:table/:schema/`, answer: tableMetadata }),
  oldTableExtra: endpoint({ method: 'GET', path: `${BASE}/table_extra/:table/:schema/`, answer: nothing }),
  selectStar: endpoint({ method: 'GET', path: `${BASE}/select_star/:table/`, answer: firstRows }),
  selectStarInSchema: endpoint({
    method: 'GET',
    path: `${BASE}/select_star/:table/:schema/`,
    answer: firstRows,
  }),
};
