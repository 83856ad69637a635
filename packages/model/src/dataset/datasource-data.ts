import { z } from 'zod';
import { personWith } from '../api/people.ts';
import { connectionParts, engineInformation, parametersSchema } from '../database/engine-facts.ts';

/** The kind of a column's values; null where the native type has no rule. */
export const genericType = z.literal([0, 1, 2, 3]).nullable();

/** Certification and warning of a column or a metric. */
const marks = {
  is_certified: z.boolean(),
  certified_by: z.string().nullable(),
  certification_details: z.string().nullable(),
  warning_markdown: z.string().nullable(),
};

const column = z.strictObject({
  id: z.number(),
  uuid: z.string(),
  column_name: z.string(),
  verbose_name: z.string().nullable(),
  description: z.string().nullable(),
  /** SQL of a calculated column; null or empty for a physical one. */
  expression: z.string().nullable(),
  filterable: z.boolean(),
  groupby: z.boolean(),
  is_dttm: z.boolean(),
  type: z.string().nullable(),
  type_generic: genericType,
  advanced_data_type: z.string().nullable(),
  python_date_format: z.string().nullable(),
  ...marks,
});
type Marks = 'uuid' | keyof typeof marks;
/** Column of a dataset as charts and the compiler see it (contract/api.md §2.20). */
export type DatasetColumn = Optional<z.infer<typeof column>, Marks>;

export const currency = z.strictObject({
  symbol: z.string().optional(),
  symbolPosition: z.string().optional(),
});

const metric = z.strictObject({
  id: z.number(),
  uuid: z.string(),
  metric_name: z.string(),
  verbose_name: z.string().nullable(),
  description: z.string().nullable(),
  expression: z.string(),
  d3format: z.string().nullable(),
  currency: currency.nullable(),
  warning_text: z.string().nullable(),
  ...marks,
});
export type DatasetMetric = Optional<z.infer<typeof metric>, Marks>;

type Optional<Thing, Name extends keyof Thing> = Omit<Thing, Name> & Partial<Pick<Thing, Name>>;

const choice = z.tuple([z.string(), z.string()]);

/** The database of a dataset; of one that is gone only who it was. */
const database = z.strictObject({
  id: z.number(),
  name: z.string(),
  backend: z.string(),
  ...z
    .strictObject({
      configuration_method: z.string(),
      allows_subquery: z.boolean(),
      allows_cost_estimate: z.boolean(),
      allows_virtual_table_explore: z.boolean(),
      explore_database_id: z.number(),
      schema_options: z.record(z.string(), z.unknown()),
      parameters: connectionParts,
      disable_data_preview: z.boolean(),
      disable_drill_to_detail: z.boolean(),
      allow_multi_catalog: z.boolean(),
      /** Empty where the engine is connected by an address only. */
      parameters_schema: parametersSchema.partial(),
      engine_information: engineInformation,
    })
    .partial().shape,
});

/** The datasource `data` object (contract/api.md §2.20): a dataset as Explore and dashboards receive it. */
export const datasourceData = z.strictObject({
  id: z.number(),
  /** `<id>__table` */
  uid: z.string(),
  type: z.enum(['table', 'query']),
  name: z.string(),
  datasource_name: z.string(),
  table_name: z.string(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  sql: z.string().nullable(),
  description: z.string().nullable(),
  database,
  columns: z.array(column),
  metrics: z.array(metric),
  /** What people keep of folders. */
  folders: z.unknown().optional(),
  column_formats: z.record(z.string(), z.string().nullable()),
  currency_formats: z.record(z.string(), currency).optional(),
  verbose_map: z.record(z.string(), z.string()),
  order_by_choices: z.array(choice),
  owners: z.array(personWith('id', 'username', 'first_name', 'last_name')),
  granularity_sqla: z.array(choice),
  /** [ISO duration or null, label] */
  time_grain_sqla: z.array(z.tuple([z.string().nullable(), z.string()])),
  main_dttm_col: z.string().nullable(),
  default_endpoint: z.string().nullable(),
  filter_select: z.boolean().optional(),
  filter_select_enabled: z.boolean(),
  fetch_values_predicate: z.string().nullable(),
  template_params: z.string().nullable(),
  is_sqllab_view: z.boolean(),
  health_check_message: z.null().optional(),
  /** A statement that reads its first rows. */
  select_star: z.string().nullable().optional(),
  extra: z.string().nullable(),
  params: z.string().nullable().optional(),
  perm: z.string().optional(),
  edit_url: z.string().optional(),
  offset: z.number(),
  cache_timeout: z.number().nullable(),
  always_filter_main_dttm: z.boolean(),
  normalize_columns: z.boolean(),
});
export type DatasourceData = z.infer<typeof datasourceData>;
