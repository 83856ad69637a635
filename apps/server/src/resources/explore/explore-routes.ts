import {
  chartUrl,
  DATASOURCE_KINDS,
  type DatasourceData,
  type ExploreAnswer,
  exploreApi,
  isJsonObject,
  type JsonObject,
  type Slice,
} from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SourceRef, WithData } from '../../data/ports.ts';
import { type Act, queryParameter } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest, forbidden } from '../../http/errors.ts';
import { humanized, zoneless } from '../../http/humanized.ts';
import { readJson } from '../../http/json-text.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import { mayRead } from '../../security/data-sources.ts';
import { chartResource } from '../chart/chart-resource.ts';
import { CHART_OWNERS, chartFormData, dashboardsOf } from '../chart/chart-rows.ts';
import { otherSource } from '../chart/chart-writes.ts';
import { markedDown } from '../marked-down.ts';
import { nameOf, ownersOf, peopleOf } from '../people.ts';
import { FORM_DATA, readValue } from '../permalinks/kept-values.ts';
import { ownsAll, seenIds } from '../resource-queries.ts';
import { datasourceData, missingDatasource, queryDatasource } from './datasource-data.ts';

/** `GET /explore/` (contract/api.md §2.16): a chart, a dataset or a kept state, with everything that Explore shows at first. */
export function registerExplore(app: FastifyInstance, services: Ground & WithData): void {
  const defineRoute = routesOf(app, services);
  defineRoute({
    ...exploreApi.open,
    access: { permission: 'can_read', view: 'Explore' },
    handle: async ({ request, reply, act }) => {
      const answer = await exploreAnswer(request, act);
      return 'result' in answer ? answer : reply.status(302).send(answer);
    },
  });
}

/** The id of no dataset. */
const NO_DATASET = 0;
const NOTHING: SourceRef = { type: 'table', id: NO_DATASET };

interface Opened {
  source: SourceRef | undefined;
  sliceId: number | undefined;
  form: JsonObject;
  message: string | null;
}

/** What Explore shows, or where a dataset opens that has an address of its own and is opened as no chart in particular. */
export async function exploreAnswer(
  request: FastifyRequest,
  act: Act<Ground & WithData>,
): Promise<{ redirect: string } | { result: ExploreAnswer }> {
  const opened = await openedState(request, act);
  const slice = opened.sliceId === undefined ? undefined : await openSlice(opened.sliceId, act);
  const saved = slice && formOf(slice);
  // A chart that is gone, and an address that names nothing, leave the place of a dataset that is missing.
  const isGone = opened.sliceId !== undefined && !slice;
  const ofSlice = slice && chartedIn(slice.datasource_type, slice.datasource_id);
  const wanted = opened.source ?? ofSlice ?? NOTHING;
  const dataset = await dataOf(wanted, ofSlice, act);
  // A query that is gone, or somebody else's, leaves the place of a dataset that is missing.
  const source = dataset || wanted.type === 'table' ? wanted : NOTHING;
  if (dataset?.default_endpoint && !saved?.viz_type && !opened.form.viz_type)
    return { redirect: dataset.default_endpoint };
  const result = {
    dataset: dataset ?? missingDatasource(source.id),
    form_data: {
      adhoc_filters: [],
      applied_time_extras: {},
      url_params: addressParameters(request),
      ...saved,
      ...opened.form,
      datasource: `${source.id}__${source.type}`,
      ...(slice && { slice_id: slice.id }),
    },
    slice: slice && saved ? await presentedSlice(slice, saved, act) : null,
    message: isGone ? 'There is no such chart, or it was deleted.' : opened.message,
    metadata: slice ? await metadataOf(slice, act) : null,
  };
  return { result };
}

/** What Explore shows of it. The data of a chart is open to whoever the chart is open to; other data has to be open itself. */
async function dataOf(
  { type, id }: SourceRef,
  ofSlice: SourceRef | undefined,
  act: Act<Ground & WithData>,
): Promise<DatasourceData | undefined> {
  if (type === 'query') return (await isSeen(id, act)) ? queryDatasource(id, act) : undefined;
  const dataset = (await datasourceData([id], act)).get(id);
  if (ofSlice?.type !== 'table' || id !== ofSlice.id) await requireDataset(id, act);
  return dataset;
}

async function isSeen(query: number, act: Act): Promise<boolean> {
  return (await otherSource('query', query, act)) !== undefined;
}

/** The number of something else than a dataset or a query is that of no dataset. */
function chartedIn(kind: unknown, id: number): SourceRef {
  if (kind === 'query') return { type: 'query', id };
  return { type: 'table', id: isTable(kind) ? id : NO_DATASET };
}

/** The chart, when there is one that the caller owns or whose data they may read. Throws 403 when they may not. */
async function openSlice(id: number, act: Act): Promise<Row<'charts'> | undefined> {
  const slice = await act.services.db
    .selectFrom('charts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (
    !slice ||
    (await ownsAll({ ownership: CHART_OWNERS }, [id], act)) ||
    (await seenIds(chartResource, [id], act)).has(id)
  )
    return slice;
  await requireDataset(slice.datasource_id, act);
  return undefined;
}

/** Parameters of the address, which a chart's templates may read. */
function addressParameters(request: FastifyRequest): JsonObject {
  const query: unknown = request.query;
  const entries: [string, unknown][] =
    typeof query === 'object' && query !== null ? Object.entries(query) : [];
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'form_data',
    ),
  );
}

/** What the address asks for: each part wins over those before it. */
async function openedState(request: FastifyRequest, act: Act): Promise<Opened> {
  const opened: Opened = {
    source: undefined,
    sliceId: numberParameter(request, 'slice_id'),
    form: {},
    message: null,
  };
  const named = namedSource(request);
  const permalink = queryParameter(request, 'permalink_key');
  if (permalink) {
    const { value } = await readValue({ name: 'explore_permalink' }, permalink, act);
    const kept: unknown = JSON.parse(value);
    if (isJsonObject(kept) && isJsonObject(kept.state) && isJsonObject(kept.state.formData)) {
      await requireDataset(Number(kept.datasourceId), act);
      opened.form = kept.state.formData;
    }
  }
  const key = queryParameter(request, 'form_data_key');
  if (key) {
    const form = await keptForm(key, act);
    if (form) opened.form = form;
    else opened.message = lostForm(opened.sliceId, named);
  }
  const given = queryParameter(request, 'form_data');
  if (given) opened.form = { ...opened.form, ...parsedForm(given) };
  const type = queryParameter(request, 'viz_type');
  if (type) opened.form = { ...opened.form, viz_type: type };
  opened.sliceId ??= typeof opened.form.slice_id === 'number' ? opened.form.slice_id : undefined;
  opened.source = named ?? sourceIn(opened.form);
  return opened;
}

/** What the address names. */
function namedSource(request: FastifyRequest): SourceRef | undefined {
  const id = numberParameter(request, 'datasource_id');
  const kind = queryParameter(request, 'datasource_type');
  if (kind && !DATASOURCE_KINDS.some((each) => each === kind)) {
    throw badRequest(`datasource_type: "${kind}" is none of ${DATASOURCE_KINDS.join(', ')}`);
  }
  return id === undefined ? undefined : chartedIn(kind || 'table', id);
}

function isTable(kind: unknown): boolean {
  return kind === 'table' || kind === 'dataset';
}

/** A state that has ended is told to the reader, with what is shown instead. */
function lostForm(sliceId: number | undefined, source: SourceRef | undefined): string {
  const known = [sliceId !== undefined && 'chart', source !== undefined && 'dataset'].find(Boolean);
  const instead = known ? `, reverting to ${known} metadata` : '';
  return `Form data not found in cache${instead}.`;
}

async function keptForm(key: string, act: Act): Promise<JsonObject | undefined> {
  try {
    const { value } = await readValue(FORM_DATA, key, act);
    const kept: unknown = JSON.parse(value);
    if (isJsonObject(kept) && typeof kept.form_data === 'string') {
      if (isTable(kept.datasource_type)) await requireDataset(Number(kept.datasource_id), act);
      return { datasource: `${kept.datasource_id}__${kept.datasource_type}`, ...parsedForm(kept.form_data) };
    }
  } catch (error) {
    // The chart itself is still there.
    if (!(error instanceof Error && error.message === 'Not found')) throw error;
  }
  return undefined;
}

function parsedForm(text: string): JsonObject {
  const value = readJson(text, 'form_data');
  if (!isJsonObject(value)) throw badRequest('form_data: has to be an object');
  return value;
}

/** A chart opens as a table where it does not say its kind; saving mends that. */
function formOf(slice: Row<'charts'>): Slice['form_data'] {
  return { ...chartFormData(slice), viz_type: slice.viz_type ?? 'table' };
}

function sourceIn(form: JsonObject): SourceRef | undefined {
  const [, id, kind] =
    typeof form.datasource === 'string' ? (/^(\d{1,15})__(\w+)$/.exec(form.datasource) ?? []) : [];
  return id === undefined ? undefined : chartedIn(kind, Number(id));
}

function numberParameter(request: FastifyRequest, name: string): number | undefined {
  const text = queryParameter(request, name);
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`${name}: "${text}" is not a number`);
  return Number(text);
}

/** Throws 403 for a dataset that the caller may not read; one that is gone hides nothing. */
async function requireDataset(id: number, { services: { db }, caller }: Act): Promise<void> {
  const row = await db.selectFrom('datasets').select('table_name').where('id', '=', id).executeTakeFirst();
  if (row && !(await mayRead(db, caller, id)))
    throw forbidden(`You do not have access to the dataset "${row.table_name}".`);
}

async function presentedSlice(slice: Row<'charts'>, form: Slice['form_data'], act: Act): Promise<Slice> {
  const owners = (await ownersOf(act.services.db, CHART_OWNERS, [slice.id])).get(slice.id) ?? [];
  const [description_markeddown = ''] = await markedDown([slice.description]);
  return {
    slice_id: slice.id,
    slice_name: slice.slice_name,
    slice_url: chartUrl(slice.id),
    edit_url: `/chart/edit/${slice.id}`,
    description: slice.description,
    description_markeddown,
    datasource: slice.datasource_name,
    form_data: form,
    query_context: slice.query_context,
    owners: owners.map(({ id }) => id),
    cache_timeout: slice.cache_timeout,
    certified_by: slice.certified_by,
    certification_details: slice.certification_details,
    is_managed_externally: slice.is_managed_externally === 1,
    changed_on: zoneless(slice.changed_on),
    changed_on_humanized: humanized(slice.changed_on, act.services.now()),
    modified: humanized(slice.changed_on, act.services.now()),
  };
}

async function metadataOf(slice: Row<'charts'>, act: Act): Promise<NonNullable<ExploreAnswer['metadata']>> {
  const { db, now } = act.services;
  const [owners, people, dashboards] = await Promise.all([
    ownersOf(db, CHART_OWNERS, [slice.id]),
    peopleOf(db, [slice.created_by_id, slice.changed_by_id]),
    dashboardsOf([slice.id], act),
  ]);
  const createdBy = people.get(slice.created_by_id ?? -1);
  const changedBy = people.get(slice.changed_by_id ?? -1);
  return {
    created_on_humanized: humanized(slice.created_on, now()),
    changed_on_humanized: humanized(slice.changed_on, now()),
    owners: (owners.get(slice.id) ?? []).map(nameOf),
    dashboards: (dashboards.get(slice.id) ?? []).map(({ id, dashboard_title }) => ({ id, dashboard_title })),
    ...(createdBy && { created_by: nameOf(createdBy) }),
    ...(changedBy && { changed_by: nameOf(changedBy) }),
  };
}
