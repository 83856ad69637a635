import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { changedAnswerOf, itemAnswerOf, messageAnswer, resourceApi } from '../api/envelopes.ts';
import { personWith } from '../api/people.ts';
import { newNameSchema } from '../chart/dataset-names.ts';
import { text } from '../fields.ts';
import { datasetPost, datasetPut, MOST_NAMES } from './dataset-bodies.ts';
import { currency, datasourceData, genericType } from './datasource-data.ts';
import { relatedObjects } from './related-objects.ts';

const BASE = '/api/v1/dataset';

const owner = personWith('id', 'first_name', 'last_name');

/** A dataset in lists. */
const datasetRow = z.strictObject({
  id: z.number(),
  uuid: z.string(),
  database: z.strictObject({ id: z.number(), database_name: z.string(), uuid: z.string() }),
  changed_by_name: z.string(),
  changed_by: personWith('first_name', 'last_name', 'id').nullable(),
  changed_on_utc: z.string(),
  changed_on_delta_humanized: z.string(),
  default_endpoint: z.string().nullable(),
  description: z.string().nullable(),
  datasource_type: z.literal('table'),
  explore_url: z.string(),
  extra: z.string().nullable(),
  kind: z.enum(['physical', 'virtual']),
  owners: z.array(owner),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  sql: z.string().nullable(),
  table_name: z.string(),
});
export type DatasetRow = z.infer<typeof datasetRow>;

const column = z.strictObject({
  advanced_data_type: z.string().nullable(),
  changed_on: z.string(),
  column_name: z.string(),
  created_on: z.string(),
  description: z.string().nullable(),
  /** SQL of a calculated column. */
  expression: z.string().nullable(),
  filterable: z.boolean(),
  groupby: z.boolean(),
  id: z.number(),
  is_active: z.boolean(),
  extra: z.string().nullable(),
  is_dttm: z.boolean(),
  python_date_format: z.string().nullable(),
  type: z.string().nullable(),
  type_generic: genericType,
  uuid: z.string(),
  verbose_name: z.string().nullable(),
});

const metric = z.strictObject({
  changed_on: z.string(),
  created_on: z.string(),
  d3format: z.string().nullable(),
  currency: currency.nullable(),
  description: z.string().nullable(),
  expression: z.string(),
  extra: z.string().nullable(),
  id: z.number(),
  metric_name: z.string(),
  metric_type: z.string().nullable(),
  uuid: z.string(),
  verbose_name: z.string().nullable(),
  warning_text: z.string().nullable(),
});

const data = datasourceData.shape;
const signer = personWith('first_name', 'last_name').nullable();

/** One dataset with its columns and metrics. */
const datasetItem = z.strictObject({
  id: z.number(),
  database: z.strictObject({
    database_name: z.string(),
    id: z.number(),
    uuid: z.string(),
    backend: z.string(),
    allow_multi_catalog: z.boolean(),
  }),
  table_name: z.string(),
  sql: z.string().nullable(),
  filter_select_enabled: z.boolean(),
  fetch_values_predicate: z.string().nullable(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  description: z.string().nullable(),
  main_dttm_col: z.string().nullable(),
  normalize_columns: z.boolean(),
  always_filter_main_dttm: z.boolean(),
  offset: z.number(),
  default_endpoint: z.string().nullable(),
  cache_timeout: z.number().nullable(),
  is_sqllab_view: z.boolean(),
  /** JSON text. */
  template_params: z.string().nullable(),
  select_star: z.string().nullable(),
  owners: z.array(owner),
  columns: z.array(column),
  metrics: z.array(metric),
  /** Named, and left out of every answer: folders of datasets are a feature that the installation has not. */
  folders: z.undefined().optional(),
  datasource_type: z.literal('table'),
  url: z.string(),
  extra: z.string().nullable(),
  kind: z.enum(['physical', 'virtual']),
  created_on: z.string(),
  created_on_humanized: z.string(),
  created_by: signer,
  changed_on: z.string(),
  changed_on_humanized: z.string(),
  changed_by: signer,
  is_managed_externally: z.boolean(),
  uid: z.string(),
  uuid: z.string(),
  datasource_name: z.string(),
  name: z.string(),
  column_formats: data.column_formats,
  granularity_sqla: data.granularity_sqla,
  time_grain_sqla: data.time_grain_sqla,
  order_by_choices: data.order_by_choices,
  verbose_map: data.verbose_map,
});
export type DatasetItem = z.infer<typeof datasetItem>;

const rendered = { rendered_expression: z.string().optional() };
/** Templates are rendered where `include_rendered_sql` asks for it. */
const renderedItem = datasetItem.extend({
  rendered_sql: z.string().optional(),
  metrics: z.array(metric.extend(rendered)),
  columns: z.array(column.extend(rendered)),
});

const fullPerson = personWith('id', 'username', 'first_name', 'last_name');

/** What drilling down needs of a dataset; guests learn nothing of the people of the installation. */
const drillInfo = z.strictObject({
  id: z.number(),
  table_name: z.string(),
  columns: z.array(z.strictObject({ column_name: z.string(), verbose_name: z.string().nullable() })),
  owners: z.array(fullPerson).optional(),
  created_by: fullPerson.nullable().optional(),
  changed_by: fullPerson.nullable().optional(),
  created_on_humanized: z.string().optional(),
  changed_on_humanized: z.string().optional(),
});
export type DrillInfo = z.infer<typeof drillInfo>;

const duplicateBody = z.strictObject({ base_model_id: z.int(), table_name: text(1, 250) });

/** What became of a chart's answer that was made anew. */
const warmedChart = z.strictObject({
  chart_id: z.number(),
  viz_error: z.string().nullable(),
  viz_status: z.string().nullable(),
});

const usage = {
  /** Names that can be exchanged where they stand. */
  uses: z.array(z.string()),
  /** Names in SQL, and those of which only people can tell whether a column or a metric is meant. */
  by_hand: z.array(z.string()),
  /** Whether the caller may change it. */
  may_change: z.boolean(),
};

/** Charts, and filters and clicks of dashboards, that use some columns and metrics of a dataset, and how many more that the caller does not see. */
const datasetImpact = z.strictObject({
  charts: z.array(z.strictObject({ id: z.number(), slice_name: z.string(), ...usage })),
  filters: z.array(
    z.strictObject({
      dashboard_id: z.number(),
      dashboard_title: z.string().nullable(),
      /** A native filter, or where clicks on a chart lead. */
      kind: z.enum(['filter', 'click']),
      name: z.string(),
      ...usage,
    }),
  ),
  others: z.number(),
});
export type DatasetImpact = z.infer<typeof datasetImpact>;

/** `/dataset/` (contract/api.md §2.2). */
export const datasetApi = {
  ...resourceApi({
    path: 'dataset',
    row: datasetRow,
    item: datasetItem,
    post: datasetPost,
    put: datasetPut,
    shown: itemAnswerOf(renderedItem),
    made: z.strictObject({ id: z.number(), result: datasetPost, data: datasourceData }),
    changed: changedAnswerOf(datasetPut),
  }),
  refresh: endpoint({ method: 'PUT', path: `${BASE}/:pk/refresh`, answer: messageAnswer }),
  warmUp: endpoint({
    method: 'PUT',
    path: `${BASE}/warm_up_cache`,
    body: z.strictObject({
      db_name: z.string(),
      table_name: z.string(),
      dashboard_id: z.int().nullish(),
      /** JSON of a list of filters. */
      extra_filters: z.string().nullish(),
    }),
    answer: z.strictObject({ result: z.array(warmedChart) }),
  }),
  relatedObjects: endpoint({
    method: 'GET',
    path: `${BASE}/:pk/related_objects`,
    answer: z.strictObject(relatedObjects),
  }),
  /** What of its charts and filters uses some of its columns and metrics. */
  impact: endpoint({
    method: 'POST',
    path: `${BASE}/:pk/impact`,
    body: z.strictObject({ names: z.array(newNameSchema.omit({ to: true })).max(MOST_NAMES) }),
    answer: z.strictObject({ result: datasetImpact }),
  }),
  drillInfo: endpoint({
    method: 'GET',
    path: `${BASE}/:pk/drill_info/`,
    q: z.object({ dashboard_id: z.number().int().optional() }),
    answer: z.strictObject({ result: drillInfo }),
  }),
  removeColumn: endpoint({ method: 'DELETE', path: `${BASE}/:pk/column/:part`, answer: messageAnswer }),
  removeMetric: endpoint({ method: 'DELETE', path: `${BASE}/:pk/metric/:part`, answer: messageAnswer }),
  duplicate: endpoint({
    method: 'POST',
    path: `${BASE}/duplicate`,
    body: duplicateBody,
    answer: z.strictObject({ id: z.number(), result: duplicateBody }),
    status: 201,
  }),
  getOrCreate: endpoint({
    method: 'POST',
    path: `${BASE}/get_or_create/`,
    body: z.strictObject({
      table_name: text(1, 250),
      database_id: z.int(),
      catalog: text(0, 250).nullish(),
      schema: text(0, 250).nullish(),
      template_params: z.string().optional(),
      normalize_columns: z.boolean().default(false),
      always_filter_main_dttm: z.boolean().default(false),
    }),
    answer: z.strictObject({ result: z.strictObject({ table_id: z.number() }) }),
  }),
};
