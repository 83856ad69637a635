import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { madeAnswerOf, messageAnswer, resourceApi } from '../api/envelopes.ts';
import { personWith } from '../api/people.ts';
import { datasourceData, genericType } from '../dataset/datasource-data.ts';
import { jsonText, text } from '../fields.ts';
import type { ChartFormData } from '../form-data.ts';
import { isJsonObject } from '../json.ts';
import { tagRef } from '../tag/tag.ts';
import { dashboardPostSchema, dashboardPutSchema, metadataText } from './bodies.ts';
import { tabSchema } from './layout.ts';

const role = z.strictObject({ id: z.number(), name: z.string() });
const mapping = z.record(z.string(), z.unknown());

/** A dashboard in lists. */
const dashboardRow = z.strictObject({
  id: z.number(),
  uuid: z.string(),
  published: z.boolean(),
  status: z.enum(['published', 'draft']),
  slug: z.string().nullable(),
  url: z.string(),
  /** Where its small picture is. */
  thumbnail_url: z.string().optional(),
  certified_by: z.string().nullable(),
  certification_details: z.string().nullable(),
  changed_by: personWith('first_name', 'last_name', 'id').nullable(),
  changed_by_name: z.string(),
  changed_on_utc: z.string(),
  changed_on_delta_humanized: z.string(),
  created_on_delta_humanized: z.string(),
  created_by: personWith('first_name', 'id', 'last_name').nullable(),
  dashboard_title: z.string().nullable(),
  owners: z.array(personWith('id', 'first_name', 'last_name')),
  roles: z.array(role),
  is_managed_externally: z.boolean(),
  tags: z.array(tagRef),
});
export type DashboardRow = z.infer<typeof dashboardRow>;

const theme = z.strictObject({ id: z.number(), theme_name: z.string(), json_data: z.string() });

/** A dashboard as an item. Guests are not told of people. */
const dashboardItem = z.strictObject({
  id: z.number(),
  slug: z.string().nullable(),
  url: z.string(),
  dashboard_title: z.string().nullable(),
  thumbnail_url: z.string().optional(),
  published: z.boolean(),
  css: z.string().nullable(),
  // One column: it is told whole.
  theme: z.union([theme, z.null()]),
  json_metadata: z.string().nullable(),
  position_json: z.string().nullable(),
  certified_by: z.string().nullable(),
  certification_details: z.string().nullable(),
  changed_by_name: z.string().optional(),
  changed_by: personWith('first_name', 'last_name', 'id').nullable().optional(),
  changed_on: z.string(),
  created_by: personWith('first_name', 'last_name', 'id').nullable().optional(),
  /** Names of its charts. */
  charts: z.array(z.string()),
  owners: z.array(personWith('id', 'first_name', 'last_name', 'username')).optional(),
  roles: z.array(role),
  tags: z.array(tagRef),
  changed_on_delta_humanized: z.string(),
  created_on_delta_humanized: z.string(),
  is_managed_externally: z.boolean(),
  uuid: z.string(),
});
export type DashboardItem = z.infer<typeof dashboardItem>;

/** The title of a dashboard as people read it. */
export function dashboardTitle({ dashboard_title }: { dashboard_title: string | null }): string {
  return dashboard_title || '[ untitled dashboard ]';
}

/** A chart on a dashboard. */
const dashboardChart = z.strictObject({
  id: z.number(),
  slice_name: z.string(),
  cache_timeout: z.number().nullable(),
  changed_on: z.string(),
  description: z.string().nullable(),
  description_markeddown: z.string(),
  form_data: z.custom<ChartFormData>(isJsonObject),
  slice_url: z.string(),
  certified_by: z.string().nullable(),
  certification_details: z.string().nullable(),
});
export type DashboardChart = z.infer<typeof dashboardChart>;

/** A chart within a chart on a dashboard. */
const dashboardPart = dashboardChart.pick({ id: true, slice_name: true, form_data: true });

/**
 * A dataset of the charts on a dashboard; without its description where only what the charts use of it is told. Guests are
 * not told where it comes from.
 */
const dashboardDataset = datasourceData.extend({
  description: z.string().nullable().optional(),
  database: datasourceData.shape.database.nullable(),
  perm: z.string().nullable().optional(),
  column_names: z.array(z.string()),
  column_types: z.array(genericType),
});
export type DashboardDataset = z.infer<typeof dashboardDataset>;

const permalinkState = z.strictObject({
  dataMask: mapping.nullish(),
  activeTabs: z.array(z.string()).nullish(),
  urlParams: z.array(z.tuple([z.string(), z.string()], { error: pairProblem })).nullish(),
  anchor: z.string().nullish(),
});

/** What is wrong with a pair that is none. */
function pairProblem({ code }: { code?: string | undefined }): string {
  return code === 'invalid_type' ? 'Not a valid tuple.' : 'Length must be 2.';
}

const embedding = z.strictObject({
  uuid: z.string(),
  allowed_domains: z.array(z.string()),
  dashboard_id: z.string(),
  changed_on: z.string(),
  changed_by: personWith('id', 'username', 'first_name', 'last_name').nullable(),
});
export type Embedding = z.infer<typeof embedding>;
const embeddingAnswer = z.strictObject({ result: embedding });
const embeddingBody = z.strictObject({ allowed_domains: z.array(z.string()) });

/** What became of one chart's question; errors tell no times. */
const dashboardLine = z.object({
  id: z.number(),
  status: z.number(),
  /** Milliseconds: of the server for the answer, and of databases within that; `cube` where cubes answered in their place. */
  took: z.object({ server: z.number(), query: z.number(), cube: z.literal(true).optional() }).optional(),
  body: z.unknown(),
});
export type DashboardLine = z.infer<typeof dashboardLine>;

const keptValue = z.strictObject({ value: jsonText });
const keyAnswer = z.strictObject({ key: z.string() });

const BASE = '/api/v1/dashboard/:pk';

/** `/dashboard/` (contract/api.md §2.4). Its address holds an id, a uuid or a slug. */
export const dashboardApi = {
  ...resourceApi({
    path: 'dashboard',
    row: dashboardRow,
    item: dashboardItem,
    post: dashboardPostSchema,
    put: dashboardPutSchema,
    shown: z.strictObject({ result: dashboardItem }),
    made: madeAnswerOf(dashboardPostSchema),
    changed: z.strictObject({ id: z.number(), result: dashboardPutSchema, last_modified_time: z.number() }),
  }),
  charts: endpoint({
    method: 'GET',
    path: `${BASE}/charts`,
    answer: z.strictObject({ result: z.array(dashboardChart) }),
  }),
  /** The charts that one of its charts is made of, as far as the dashboard shows their data. */
  parts: endpoint({
    method: 'GET',
    path: `${BASE}/charts/:chart/parts`,
    answer: z.strictObject({ result: z.array(dashboardPart) }),
  }),
  /** The datasets of its charts with what these use of them; all that they have with `whole`. */
  datasets: endpoint({
    method: 'GET',
    path: `${BASE}/datasets`,
    query: z.object({ whole: z.string() }).partial(),
    answer: z.strictObject({ result: z.array(dashboardDataset) }),
  }),
  tabs: endpoint({
    method: 'GET',
    path: `${BASE}/tabs`,
    answer: z.strictObject({
      result: z.strictObject({ all_tabs: z.record(z.string(), z.string()), tab_tree: z.array(tabSchema) }),
    }),
  }),
  copy: endpoint({
    method: 'POST',
    path: `${BASE}/copy/`,
    body: z.strictObject({
      dashboard_title: text(0, 500).nullish(),
      css: z.string().nullish(),
      json_metadata: metadataText,
      duplicate_slices: z.boolean().default(false),
    }),
    answer: z.strictObject({
      result: z.strictObject({ id: z.number(), last_modified_time: z.number() }),
    }),
  }),
  changeFilters: endpoint({
    method: 'PUT',
    path: `${BASE}/filters`,
    body: z.strictObject({
      deleted: z.array(z.string()).default([]),
      modified: z.array(z.looseObject({ id: z.string() })).default([]),
      reordered: z.array(z.string()).default([]),
    }),
    answer: z.strictObject({ result: z.array(mapping) }),
  }),
  changeColors: endpoint({
    method: 'PUT',
    path: `${BASE}/colors`,
    query: z.object({ mark_updated: z.string() }).partial(),
    body: z.strictObject({
      color_namespace: z.string().nullish(),
      color_scheme: z.string().nullish(),
      map_label_colors: mapping.optional(),
      shared_label_colors: z.union([z.array(z.string()), mapping]).optional(),
      label_colors: mapping.optional(),
      color_scheme_domain: z.array(z.string()).optional(),
    }),
    answer: z.strictObject({}),
  }),
  /** The answers of many charts over one connection: a `DashboardLine` a line. */
  data: endpoint({
    method: 'POST',
    path: `${BASE}/data`,
    body: z.strictObject({
      charts: z.array(z.strictObject({ id: z.int(), query_context: z.unknown() })).max(500),
    }),
    answer: 'stream',
  }),
  /** The rows of many charts as one workbook (XLSX), a sheet for each. */
  workbook: endpoint({
    method: 'POST',
    path: `${BASE}/workbook`,
    body: z.strictObject({
      charts: z
        .array(z.strictObject({ name: z.string().max(500), query_context: z.unknown() }))
        .min(1)
        .max(500),
    }),
    answer: 'file',
  }),
  embedding: endpoint({ method: 'GET', path: `${BASE}/embedded`, answer: embeddingAnswer }),
  embed: endpoint({ method: 'POST', path: `${BASE}/embedded`, body: embeddingBody, answer: embeddingAnswer }),
  reembed: endpoint({
    method: 'PUT',
    path: `${BASE}/embedded`,
    body: embeddingBody,
    answer: embeddingAnswer,
  }),
  unembed: endpoint({ method: 'DELETE', path: `${BASE}/embedded`, answer: messageAnswer }),
  embedded: endpoint({ method: 'GET', path: '/api/v1/embedded_dashboard/:uuid', answer: embeddingAnswer }),
  keepFilters: endpoint({
    method: 'POST',
    path: `${BASE}/filter_state`,
    query: z.object({ tab_id: z.string() }).partial(),
    body: keptValue,
    answer: keyAnswer,
    status: 201,
  }),
  keptFilters: endpoint({
    method: 'GET',
    path: `${BASE}/filter_state/:key`,
    answer: z.strictObject({ value: z.string() }),
  }),
  changeKeptFilters: endpoint({
    method: 'PUT',
    path: `${BASE}/filter_state/:key`,
    body: keptValue,
    answer: keyAnswer,
  }),
  dropKeptFilters: endpoint({ method: 'DELETE', path: `${BASE}/filter_state/:key`, answer: messageAnswer }),
  makePermalink: endpoint({
    method: 'POST',
    path: `${BASE}/permalink`,
    body: permalinkState,
    answer: z.strictObject({ key: z.string(), url: z.string() }),
    status: 201,
  }),
  permalink: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/permalink/:key',
    answer: z.strictObject({ dashboardId: z.string(), state: permalinkState }),
  }),
};
