import { type ChartPost, type ChartPut, isJsonObject } from '@chartroom/model';
import { sql } from 'kysely';
import type { Act } from '../../http/act.ts';
import { lacking, notFound, staleVersion, unprocessable } from '../../http/errors.ts';
import { Reasons } from '../../http/reasons.ts';
import type { Ground } from '../../records/ground.ts';
import type { Db } from '../../records/records.ts';
import { storedObject } from '../../records/stored-json.ts';
import { may } from '../../security/caller.ts';
import { dashboardVisible } from '../../security/dashboard-grants.ts';
import type { WithSources } from '../../security/data-sources.ts';
import { requireReadable } from '../../security/data-sources.ts';
import { OBJECT_TYPES, setCustomTags, setOwnTags } from '../object-tags.ts';
import { changedNow, createdNow, resolveOwners } from '../people.ts';
import type { UpdateCall } from '../resource.ts';
import { requireOwned } from '../resource-queries.ts';
import { CHART_OWNERS, tableText } from './chart-rows.ts';

const DASHBOARD_OWNERS = { ownership: { link: 'dashboard_owners', own: 'dashboard_id' } } as const;

/** Stores a chart (contract/api.md §2.3). 422 for what it refers to and is not there, 403 for dashboards that others own. */
export async function createChart(
  body: ChartPost,
  act: Act<Ground & WithSources>,
): Promise<{ id: number; result: ChartPost }> {
  const reasons = new Reasons();
  const datasource = await reasons.of(datasourceOf(body.datasource_id, body.datasource_type, act));
  const dashboards = await reasons.of(knownDashboards(body.dashboards ?? [], act));
  await requireOwned(DASHBOARD_OWNERS, dashboards ?? [], act);
  const owners = await reasons.of(resolveOwners(body.owners, act, { creating: true }));
  if (!datasource || !dashboards || !owners) throw reasons.refusal();
  const fresh = createdNow(act);
  const id = await act.services.db.transaction().execute(async (records) => {
    const made = await records
      .insertInto('charts')
      .values({
        ...fresh,
        uuid: body.uuid ?? act.services.uuid(),
        slice_name: body.slice_name,
        description: body.description ?? null,
        viz_type: body.viz_type ?? null,
        ...datasource,
        params: body.params ?? null,
        query_context: body.query_context ?? null,
        cache_timeout: body.cache_timeout ?? null,
        certified_by: body.certified_by || null,
        certification_details: body.certification_details || null,
        is_managed_externally: body.is_managed_externally ? 1 : 0,
        external_url: body.external_url ?? null,
        last_saved_at: fresh.created_on,
        last_saved_by_id: fresh.created_by_id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setOwners(records, made.id, owners, act);
    await setDashboards(records, made.id, dashboards);
    return made.id;
  });
  return { id, result: body };
}

/** Changes a chart. A body that only brings the question about its data up to date needs no ownership. */
export async function changeChart(
  body: ChartPut,
  id: number,
  act: Act<Ground & WithSources>,
  { expected }: Pick<UpdateCall, 'expected'>,
): Promise<{ result: ChartPut }> {
  const { query_context_generation, ...fields } = body;
  if (!(await bringsQuestionAlone(body, id, act))) await requireOwned({ ownership: CHART_OWNERS }, [id], act);
  const reasons = new Reasons();
  const values = await reasons.of(changedValues(fields, act));
  const dashboards = body.dashboards ? await reasons.of(openDashboards(body.dashboards, id, act)) : undefined;
  const owners = body.owners
    ? await reasons.of(resolveOwners(body.owners, act, { creating: false }))
    : undefined;
  if (!values || !reasons.isEmpty) throw reasons.refusal();
  if (body.tags && !may(act.caller, 'can_write', 'Tag') && !may(act.caller, 'can_tag', 'Chart'))
    throw lacking(act.caller, 'can_write', 'Tag');
  const changed = changedNow(act);
  const saved = query_context_generation
    ? {}
    : { ...changed, last_saved_at: changed.changed_on, last_saved_by_id: changed.changed_by_id };
  await act.services.db.transaction().execute(async (records) => {
    if (Object.keys({ ...values, ...saved }).length > 0) {
      const writing = records
        .updateTable('charts')
        .set({ ...values, ...saved })
        .where('id', '=', id);
      const written = await (expected === undefined
        ? writing
        : writing.where('changed_on', '=', expected)
      ).executeTakeFirst();
      if (Number(written.numUpdatedRows) === 0) throw expected === undefined ? notFound() : staleVersion();
    }
    if (owners) await setOwners(records, id, owners, act);
    if (dashboards) await setDashboards(records, id, dashboards);
    if (body.tags) await setCustomTags(records, OBJECT_TYPES.chart, id, body.tags);
  });
  return { result: body };
}

/** Whether a change is nothing but the question that the page makes of the chart, asked of no other data than the chart stands on. */
async function bringsQuestionAlone(
  { query_context_generation, ...fields }: ChartPut,
  id: number,
  act: Act,
): Promise<boolean> {
  const { query_context: text, ...others } = fields;
  if (query_context_generation !== true || !text || Object.keys(others).length > 0) return false;
  const { datasource } = storedObject(text);
  const chart = await act.services.db
    .selectFrom('charts')
    .select('datasource_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return !isJsonObject(datasource) || Number(datasource.id) === chart?.datasource_id;
}

const TEXTS = [
  'description',
  'viz_type',
  'params',
  'query_context',
  'external_url',
  'cache_timeout',
] as const;
const MARKS = ['certified_by', 'certification_details'] as const;

async function changedValues(body: ChartPut, act: Act<Ground & WithSources>) {
  const texts = Object.fromEntries(
    TEXTS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name] ?? null]])),
  );
  const marks = Object.fromEntries(
    MARKS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name] || null]])),
  );
  if (body.datasource_id !== undefined && body.datasource_id !== null && !body.datasource_type) {
    throw unprocessable({ datasource_type: ['Datasource type is required when datasource_id is given'] });
  }
  const moved =
    body.datasource_id !== undefined && body.datasource_id !== null && body.datasource_type
      ? await datasourceOf(body.datasource_id, body.datasource_type, act)
      : {};
  return {
    ...texts,
    ...marks,
    ...moved,
    ...(body.slice_name && { slice_name: body.slice_name }),
    ...(body.uuid && { uuid: body.uuid }),
    ...(typeof body.is_managed_externally === 'boolean' && {
      is_managed_externally: body.is_managed_externally ? (1 as const) : (0 as const),
    }),
  };
}

/** What a chart stands on; a `dataset` is a `table` by another name. */
async function datasourceOf(id: number, kind: string, act: Act<Ground & WithSources>) {
  const { db } = act.services;
  const isTable = kind === 'table' || kind === 'dataset';
  const table = isTable
    ? await db
        .selectFrom('datasets')
        .select(['id', 'schema', 'table_name'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  const other = isTable ? undefined : await otherSource(kind, id, act);
  if (!table && !other) throw unprocessable({ datasource_id: ['Datasource does not exist'] });
  if (table) await requireReadable(act.services.sources.ports, act.caller, id);
  const name = table ? tableText(table) : null;
  return { datasource_id: id, datasource_type: isTable ? 'table' : kind, datasource_name: name };
}

/** A query that was run or saved, of those that the caller sees. */
export async function otherSource(
  kind: string,
  id: number,
  { services: { db }, caller }: Act,
): Promise<{ id: number } | undefined> {
  const userId = caller.user?.id ?? -1;
  if (kind === 'saved_query')
    return db
      .selectFrom('saved_queries')
      .select('id')
      .where('id', '=', id)
      .where('created_by_id', '=', userId)
      .executeTakeFirst();
  if (kind !== 'query') return undefined;
  const query = db.selectFrom('queries').select('id').where('id', '=', id);
  return (caller.grants.allQueries ? query : query.where('user_id', '=', userId)).executeTakeFirst();
}

/** Dashboards that a chart is to be on: it may stay where it is, and come to those that the caller may open (contract/api.md §2.3). */
async function openDashboards(ids: number[], chartId: number, act: Act): Promise<number[]> {
  const { db } = act.services;
  const present = await db
    .selectFrom('dashboard_charts')
    .select('dashboard_id')
    .where('chart_id', '=', chartId)
    .execute();
  const kept = new Set(present.map((row) => row.dashboard_id));
  const wanted = [...new Set(ids)];
  const added = wanted.filter((id) => !kept.has(id));
  if (added.length === 0) return wanted;
  const { rows } =
    await sql`select 1 from dashboards as t where t.id in (${sql.join(added)}) and ${dashboardVisible(act.caller, 'direct')}`.execute(
      db,
    );
  if (rows.length !== added.length) throw unprocessable({ dashboards: ['Dashboards do not exist'] });
  return wanted;
}

async function knownDashboards(ids: number[], act: Act): Promise<number[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const known = await act.services.db
    .selectFrom('dashboards')
    .select('id')
    .where('id', 'in', wanted)
    .execute();
  if (known.length !== wanted.length) throw unprocessable({ dashboards: ['Dashboards do not exist'] });
  return wanted;
}

async function setDashboards(records: Db, chart_id: number, dashboards: number[]): Promise<void> {
  await records.deleteFrom('dashboard_charts').where('chart_id', '=', chart_id).execute();
  const rows = dashboards.map((dashboard_id) => ({ dashboard_id, chart_id }));
  if (rows.length > 0) await records.insertInto('dashboard_charts').values(rows).execute();
}

async function setOwners(records: Db, chart_id: number, owners: number[], act: Act): Promise<void> {
  await records.deleteFrom('chart_owners').where('chart_id', '=', chart_id).execute();
  const rows = owners.map((user_id) => ({ chart_id, user_id }));
  if (rows.length > 0) await records.insertInto('chart_owners').values(rows).execute();
  const by = { at: act.services.now().toISOString(), userId: act.caller.user?.id ?? null };
  await setOwnTags(records, { type: 'chart', id: chart_id, owners }, by);
}
