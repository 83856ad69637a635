import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { messageAnswer } from '../api/envelopes.ts';
import { datasourceData } from '../dataset/datasource-data.ts';
import { jsonText } from '../fields.ts';
import type { ChartFormData } from '../form-data.ts';
import { isJsonObject } from '../json.ts';
import { DATASOURCE_KINDS } from '../query-words.ts';

/** Form data as people keep it: an object, of whose members nothing is certain. */
const formData = z.custom<Partial<ChartFormData>>(isJsonObject).meta({ type: 'object' });
/** The same of a chart, which tells what is drawn of which data. */
const chartForm = z.custom<ChartFormData>(isJsonObject).meta({ type: 'object' });

/** A saved chart as Explore receives it (contract/api.md §2.16). */
const slice = z.strictObject({
  slice_id: z.number(),
  slice_name: z.string(),
  slice_url: z.string(),
  edit_url: z.string(),
  description: z.string().nullable(),
  /** The description as HTML. */
  description_markeddown: z.string(),
  /** Name of what it stands on. */
  datasource: z.string().nullable(),
  form_data: chartForm,
  query_context: z.string().nullable(),
  owners: z.array(z.number()),
  /** Seconds. */
  cache_timeout: z.number().nullable(),
  certified_by: z.string().nullable(),
  certification_details: z.string().nullable(),
  is_managed_externally: z.boolean(),
  /** Tells this version from a later one. */
  changed_on: z.string(),
  changed_on_humanized: z.string(),
  modified: z.string(),
});
export type Slice = z.infer<typeof slice>;

const metadata = z.strictObject({
  created_on_humanized: z.string(),
  changed_on_humanized: z.string(),
  /** Names. */
  owners: z.array(z.string()),
  dashboards: z.array(z.strictObject({ id: z.number(), dashboard_title: z.string().nullable() })),
  created_by: z.string().optional(),
  changed_by: z.string().optional(),
});

/** Everything that Explore shows at first. */
const explored = z.strictObject({
  dataset: datasourceData,
  form_data: formData,
  slice: slice.nullable(),
  /** What became of what was asked for, when it is not there. */
  message: z.string().nullable(),
  metadata: metadata.nullable(),
});
export type ExploreAnswer = z.infer<typeof explored>;

const keptForm = z.strictObject({
  datasource_id: z.int(),
  datasource_type: z.enum(DATASOURCE_KINDS),
  chart_id: z.int().nullish(),
  form_data: jsonText,
});
export type KeptForm = z.output<typeof keptForm>;

const keyAnswer = z.strictObject({ key: z.string() });
const urlParams = z.array(z.tuple([z.string(), z.string()]));
const FORMS = '/api/v1/explore/form_data';
const LINKS = '/api/v1/explore/permalink';

/** `/explore/` (contract/api.md §2.16). */
export const exploreApi = {
  /** 302 `{redirect}` for a dataset that has an address of its own and is opened as no chart in particular. */
  open: endpoint({
    method: 'GET',
    path: '/api/v1/explore/',
    query: z
      .object({
        slice_id: z.string(),
        datasource_id: z.string(),
        datasource_type: z.string(),
        form_data_key: z.string(),
        permalink_key: z.string(),
        viz_type: z.string(),
        dashboard_id: z.string(),
        form_data: z.string(),
      })
      .partial(),
    answer: z.strictObject({ result: explored }),
    otherwise: 'redirect',
  }),
  /** Keeps form data for a while; what a tab keeps again stays under its key. */
  keepForm: endpoint({
    method: 'POST',
    path: FORMS,
    query: z.object({ tab_id: z.string() }).partial(),
    body: keptForm,
    answer: keyAnswer,
    status: 201,
  }),
  form: endpoint({ method: 'GET', path: `${FORMS}/:key`, answer: z.strictObject({ form_data: z.string() }) }),
  changeForm: endpoint({ method: 'PUT', path: `${FORMS}/:key`, body: keptForm, answer: keyAnswer }),
  removeForm: endpoint({ method: 'DELETE', path: `${FORMS}/:key`, answer: messageAnswer }),
  /** Makes a lasting link to form data. */
  keepLink: endpoint({
    method: 'POST',
    path: LINKS,
    body: z.strictObject({ formData: z.record(z.string(), z.unknown()), urlParams: urlParams.nullish() }),
    answer: z.strictObject({ key: z.string(), url: z.string() }),
    status: 201,
  }),
  link: endpoint({
    method: 'GET',
    path: `${LINKS}/:key`,
    answer: z.strictObject({
      chartId: z.number().nullable(),
      datasourceId: z.number(),
      datasourceType: z.string(),
      datasource: z.string(),
      state: z.strictObject({ formData: z.record(z.string(), z.unknown()), urlParams }),
    }),
  }),
};
