import { z } from 'zod';
import { changedAnswerOf, madeAnswerOf, resourceApi } from '../api/envelopes.ts';
import { personWith } from '../api/people.ts';
import { ids, jsonText, text, uuidText } from '../fields.ts';
import { DATASOURCE_KINDS } from '../query-words.ts';
import { tagRef } from '../tag/tag.ts';

const chart = {
  description: z.string().nullish(),
  viz_type: text(0, 250).nullish(),
  owners: ids.nullish(),
  params: jsonText.nullish(),
  query_context: jsonText.nullish(),
  query_context_generation: z.boolean().nullish(),
  cache_timeout: z.int().nullish(),
  dashboards: ids.nullish(),
  certified_by: z.string().nullish(),
  certification_details: z.string().nullish(),
  is_managed_externally: z.boolean().nullish(),
  external_url: z.string().nullish(),
  uuid: uuidText.nullish(),
};

/** Makes a chart. */
const chartPost = z.strictObject({
  ...chart,
  viz_type: text(0, 250).optional(),
  owners: ids.optional(),
  dashboards: ids.optional(),
  slice_name: text(1, 250),
  datasource_id: z.int(),
  datasource_type: z.enum(DATASOURCE_KINDS),
  datasource_name: z.string().nullish(),
});
export type ChartPost = z.infer<typeof chartPost>;

/** Changes a chart. */
const chartPut = z.strictObject({
  ...chart,
  slice_name: text(0, 250).nullish(),
  datasource_id: z.int().nullish(),
  datasource_type: z.enum(DATASOURCE_KINDS).nullish(),
  tags: ids.optional(),
});
export type ChartPut = z.infer<typeof chartPut>;

const maker = personWith('first_name', 'id', 'last_name');

/** A chart in lists. */
const chartRow = z.strictObject({
  is_managed_externally: z.boolean(),
  certified_by: z.string().nullable(),
  certification_details: z.string().nullable(),
  /** Seconds. */
  cache_timeout: z.number().nullable(),
  changed_by: personWith('first_name', 'last_name', 'id').nullable(),
  changed_by_name: z.string(),
  changed_on_delta_humanized: z.string(),
  /** Epoch milliseconds. */
  changed_on_dttm: z.number(),
  changed_on_utc: z.string(),
  created_by: maker.nullable(),
  created_by_name: z.string(),
  created_on_delta_humanized: z.string(),
  datasource_id: z.number(),
  datasource_name_text: z.string().nullable(),
  datasource_type: z.string(),
  datasource_url: z.string().nullable(),
  description: z.string().nullable(),
  /** The description as HTML. */
  description_markeddown: z.string(),
  edit_url: z.string(),
  form_data: z.record(z.string(), z.unknown()),
  id: z.number(),
  last_saved_at: z.string().nullable(),
  last_saved_by: personWith('id', 'first_name', 'last_name').nullable(),
  owners: z.array(maker),
  dashboards: z.array(z.strictObject({ id: z.number(), dashboard_title: z.string().nullable() })),
  params: z.string().nullable(),
  slice_name: z.string(),
  slice_url: z.string(),
  table: z.strictObject({ default_endpoint: z.string().nullable(), table_name: z.string() }).nullable(),
  /** Where its small picture is. */
  thumbnail_url: z.string(),
  url: z.string(),
  viz_type: z.string().nullable(),
  tags: z.array(tagRef),
  uuid: z.string(),
});
export type ChartRow = z.infer<typeof chartRow>;

/** A chart with all that is stored of it. */
const chartItem = z.strictObject({
  id: z.number(),
  url: z.string(),
  /** Seconds, as a text. */
  cache_timeout: z.string().nullable(),
  certified_by: z.string().nullable(),
  certification_details: z.string().nullable(),
  changed_on_delta_humanized: z.string(),
  description: z.string().nullable(),
  params: z.string().nullable(),
  slice_name: z.string(),
  thumbnail_url: z.string(),
  viz_type: z.string().nullable(),
  query_context: z.string().nullable(),
  is_managed_externally: z.boolean(),
  tags: z.array(tagRef),
  owners: z.array(personWith('id', 'first_name', 'last_name')),
  dashboards: z.array(
    z.strictObject({
      id: z.number(),
      dashboard_title: z.string().nullable(),
      json_metadata: z.string().nullable(),
    }),
  ),
  uuid: z.string(),
  datasource_id: z.number(),
  datasource_name_text: z.string().nullable(),
  datasource_type: z.string(),
  datasource_url: z.string().nullable(),
  datasource_uuid: z.string().nullable(),
});
export type ChartItem = z.infer<typeof chartItem>;

/** `/chart/` (contract/api.md §2.3). */
export const chartApi = resourceApi({
  path: 'chart',
  row: chartRow,
  item: chartItem,
  post: chartPost,
  put: chartPut,
  shown: z.strictObject({ result: chartItem }),
  made: madeAnswerOf(chartPost),
  changed: changedAnswerOf(chartPut),
});
