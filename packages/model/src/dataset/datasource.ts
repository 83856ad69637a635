import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { GenericType } from '../generic-type.ts';
import { DATASOURCE_KINDS } from '../query-words.ts';
import { datasourceData } from './datasource-data.ts';

const cell = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.number())]);

/** A column as the source of a dataset has it now. */
const sourceColumn = z.strictObject({
  column_name: z.string(),
  name: z.string(),
  type: z.string(),
  type_generic: z.number().nullable(),
  is_dttm: z.boolean(),
  nullable: z.boolean(),
  default: z.string().nullable(),
  comment: z.string().nullable(),
});
export type SourceColumn = z.infer<typeof sourceColumn>;

/** Rows of a dataset as they are, a page at a time, with how many there are (contract/query.md §8). */
const sample = z.strictObject({
  cache_key: z.string().nullable(),
  cached_dttm: z.string().nullable(),
  cache_timeout: z.number().nullable(),
  is_cached: z.boolean().nullable(),
  annotation_data: z.strictObject({}),
  applied_template_filters: z.array(z.string()),
  error: z.null(),
  query: z.string(),
  status: z.literal('success'),
  stacktrace: z.null(),
  /** Epoch milliseconds. */
  from_dttm: z.number().nullable(),
  to_dttm: z.number().nullable(),
  result_format: z.literal('json'),
  applied_filters: z.array(z.strictObject({ column: z.string() })),
  rejected_filters: z.array(z.strictObject({ column: z.string(), reason: z.string() })),
  colnames: z.array(z.string()),
  coltypes: z.array(z.literal(Object.values(GenericType))),
  rowcount: z.number(),
  sql_rowcount: z.number(),
  data: z.array(z.record(z.string(), cell)),
  label_map: z.record(z.string(), z.array(z.string())),
  indexnames: z.array(z.union([z.number(), z.string()])),
  page: z.number(),
  per_page: z.number(),
  total_count: z.number(),
});

/** What a datasource is, what its source has now, and rows of it (contract/api.md §2.18, §2.19). */
export const datasourceApi = {
  get: endpoint({ method: 'GET', path: '/datasource/get/:type/:pk/', answer: datasourceData }),
  metadata: endpoint({
    method: 'GET',
    path: '/superset/fetch_datasource_metadata',
    /** Reads like `12__table`. */
    query: z.object({ datasourceKey: z.string() }),
    answer: datasourceData,
  }),
  sourceColumns: endpoint({
    method: 'GET',
    path: '/datasource/external_metadata/:type/:pk/',
    answer: z.array(sourceColumn),
  }),
  sourceColumnsByName: endpoint({
    method: 'GET',
    path: '/datasource/external_metadata_by_name/',
    q: z.object({
      datasource_type: z.string(),
      database_name: z.string(),
      catalog_name: z.string().nullish(),
      schema_name: z.string().nullish(),
      table_name: z.string(),
      normalize_columns: z.boolean().nullish(),
      always_filter_main_dttm: z.boolean().nullish(),
    }),
    answer: z.array(sourceColumn),
  }),
  /** Takes a dataset as `get` told it, with changes, in JSON. */
  save: endpoint({
    method: 'POST',
    path: '/datasource/save/',
    form: z.object({ data: z.string() }),
    answer: datasourceData,
  }),
  samples: endpoint({
    method: 'POST',
    path: '/datasource/samples',
    query: z.object({
      datasource_type: z.enum(DATASOURCE_KINDS),
      datasource_id: z.coerce.number().int(),
      force: z.enum(['true', 'false']).default('false'),
      page: z.coerce.number().int().min(1).default(1),
      per_page: z.coerce.number().int().min(1).max(1000).optional(),
      dashboard_id: z.coerce.number().int().optional(),
    }),
    /** Filters of the rows, as a question of a chart has them; others are ignored. */
    body: z.looseObject({
      filters: z.unknown().optional(),
      granularity: z.unknown().optional(),
      time_range: z.unknown().optional(),
      extras: z.unknown().optional(),
    }),
    answer: z.strictObject({ result: sample }),
  }),
  columnValues: endpoint({
    method: 'GET',
    path: '/api/v1/datasource/:type/:pk/column/:column/values/',
    answer: z.strictObject({ result: z.array(cell) }),
  }),
  /** The form data of a chart; `{}` when none is named. */
  chartForm: endpoint({
    method: 'GET',
    path: '/api/v1/form_data/',
    query: z.object({ slice_id: z.string() }).partial(),
    answer: z.record(z.string(), z.unknown()),
  }),
};
