import { z } from 'zod';
import { ids, jsonText, text, uuidText } from '../fields.ts';
import { DATASOURCE_KINDS } from '../query-words.ts';

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

/** `POST /chart/` (contract/api.md §2.3). */
export const chartPostSchema = z.strictObject({
  ...chart,
  viz_type: text(0, 250).optional(),
  owners: ids.optional(),
  dashboards: ids.optional(),
  slice_name: text(1, 250),
  datasource_id: z.int(),
  datasource_type: z.enum(DATASOURCE_KINDS),
  datasource_name: z.string().nullish(),
});
export const chartPutSchema = z.strictObject({
  ...chart,
  slice_name: text(0, 250).nullish(),
  datasource_id: z.int().nullish(),
  datasource_type: z.enum(DATASOURCE_KINDS).nullish(),
  tags: ids.optional(),
});
export type ChartPost = z.infer<typeof chartPostSchema>;
export type ChartPut = z.infer<typeof chartPutSchema>;
