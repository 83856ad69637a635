import { z } from 'zod';
import { ids, jsonText, text, uuidText } from '../fields.ts';

const mapping = z.record(z.string(), z.unknown());

/** `json_metadata` as the contract accepts it (contract/api.md §2.4); `show_native_filters` is dropped without a word. */
export const dashboardMetadataSchema = z.strictObject({
  show_native_filters: z.unknown().optional(),
  native_filter_configuration: z.array(mapping).nullish(),
  chart_configuration: mapping.nullish(),
  global_chart_configuration: mapping.nullish(),
  timed_refresh_immune_slices: z.array(z.int()).nullish(),
  filter_scopes: mapping.nullish(),
  expanded_slices: mapping.nullish(),
  refresh_frequency: z.int().nullish(),
  default_filters: z.string().nullish(),
  stagger_refresh: z.boolean().nullish(),
  stagger_time: z.int().nullish(),
  color_scheme: z.string().nullish(),
  color_namespace: z.string().nullish(),
  positions: mapping.nullish(),
  label_colors: mapping.nullish(),
  shared_label_colors: z.union([z.array(z.string()), mapping]).nullish(),
  map_label_colors: mapping.nullish(),
  color_scheme_domain: z.array(z.string()).nullish(),
  cross_filters_enabled: z.boolean().nullish(),
  import_time: z.int().nullish(),
  remote_id: z.int().nullish(),
  filter_bar_orientation: z.string().nullish(),
  time_filters_on_main_dttm: z.boolean().nullish(),
  native_filter_migration: mapping.nullish(),
  remember_viewer_state: z.boolean().nullish(),
  drill_paths: mapping.nullish(),
  // Not of the contract: see `readingOrder`.
  reading_order: z.array(z.string()).nullish(),
});

/** Whether a client may say a setting of a dashboard; what else a stored document holds is not for it to change. */
export function isSayable(setting: string): boolean {
  return setting in dashboardMetadataSchema.shape;
}

/** `json_metadata` in a body. */
export const metadataText = jsonText.superRefine((value, context) => {
  if (value.trim() === '') return;
  let document: unknown;
  try {
    document = JSON.parse(value);
  } catch {
    return;
  }
  const read = dashboardMetadataSchema.safeParse(document);
  // The reasons are those of a document inside a field, which the installation words as it words the outer one.
  if (!read.success)
    context.addIssue({
      code: 'custom',
      message: 'Not as dashboards have it.',
      params: { inside: read.error, document },
    });
});

const dashboard = {
  dashboard_title: text(0, 500).nullish(),
  owners: ids.nullish(),
  roles: ids.nullish(),
  position_json: jsonText.nullish(),
  css: z.string().nullish(),
  theme_id: z.int().nullish(),
  json_metadata: metadataText.nullish(),
  published: z.boolean().nullish(),
  certified_by: z.string().nullish(),
  certification_details: z.string().nullish(),
  is_managed_externally: z.boolean().nullish(),
  external_url: z.string().nullish(),
  uuid: uuidText.nullish(),
};

/** `POST /dashboard/` (contract/api.md §2.4). */
export const dashboardPostSchema = z.strictObject({
  ...dashboard,
  slug: text(1, 255).nullish(),
  owners: ids.optional(),
  roles: ids.optional(),
  position_json: jsonText.optional(),
  css: z.string().optional(),
  json_metadata: metadataText.optional(),
  published: z.boolean().optional(),
});
export const dashboardPutSchema = z.strictObject({
  ...dashboard,
  slug: text(0, 255).nullish(),
  tags: ids.nullish(),
});
export type DashboardPost = z.infer<typeof dashboardPostSchema>;
export type DashboardPut = z.infer<typeof dashboardPutSchema>;
