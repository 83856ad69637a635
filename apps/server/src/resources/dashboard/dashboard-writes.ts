import {
  chartsIn,
  type DashboardPost,
  type DashboardPut,
  isSayable,
  metadataFor,
  readLayout,
  type StoredDocument,
  splitMetadata,
  withChartMetas,
} from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import { lacking, staleVersion, unprocessable } from '../../http/errors.ts';
import { Reasons } from '../../http/reasons.ts';
import type { Db } from '../../records/records.ts';
import { storedObject } from '../../records/stored-json.ts';
import { may } from '../../security/caller.ts';
import { requireFilterData } from '../../security/dashboard-filters.ts';
import { chartResource } from '../chart/chart-resource.ts';
import { OBJECT_TYPES, setCustomTags, setOwnTags } from '../object-tags.ts';
import { createdNow, resolveOwners } from '../people.ts';
import { pauseReportsWithoutTabs } from '../reports/attached-reports.ts';
import type { UpdateCall } from '../resource.ts';
import { requireOwned, seenIds } from '../resource-queries.ts';
import { DASHBOARD_OWNERS } from './dashboard-rows.ts';
import { BOARD_COLUMNS, boardIn, keepFirst, keepVersion } from './versions/board-versions.ts';

/** Stores a dashboard with the charts of its layout that the caller may see (contract/api.md §2.4). */
export async function createDashboard(
  body: DashboardPost,
  act: Act,
): Promise<{ id: number; result: DashboardPost }> {
  const reasons = new Reasons();
  const slug = await reasons.of(freeSlug(body.slug, undefined, act));
  const owners = await reasons.of(resolveOwners(body.owners, act, { creating: true }));
  const roles = await reasons.of(knownRoles(body.roles ?? [], act));
  if (!owners || !roles || !reasons.isEmpty) throw reasons.refusal();
  const { documents, charts } = await documentsOf(body, { members: [], before: {} }, act);
  await requireFilterData(act.services.db, { after: storedObject(documents.json_metadata), before: {} }, act);
  const id = await act.services.db.transaction().execute(async (records) => {
    const made = await records
      .insertInto('dashboards')
      .values({
        ...createdNow(act),
        uuid: body.uuid ?? act.services.uuid(),
        dashboard_title: body.dashboard_title ?? null,
        slug: slug ?? null,
        description: null,
        position_json: null,
        json_metadata: null,
        css: body.css ?? null,
        theme_id: body.theme_id ?? null,
        published: body.published ? 1 : 0,
        certified_by: body.certified_by ?? null,
        certification_details: body.certification_details ?? null,
        is_managed_externally: body.is_managed_externally ? 1 : 0,
        external_url: body.external_url ?? null,
        ...documents,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setOwners(records, made.id, owners, act);
    await setRoles(records, made.id, roles);
    if (charts) await setCharts(records, made.id, charts);
    await keepFirst(records, made.id, 'created');
    return made.id;
  });
  return { id, result: { ...body, ...(slug !== undefined && { slug }) } };
}

/**
 * Changes a dashboard; owners and administrators only. With `expected` the change is made only to that version, in the
 * same statement that writes it, so that nobody's work is lost.
 */
export async function changeDashboard(
  body: DashboardPut,
  id: number,
  act: Act,
  call: UpdateCall,
): Promise<{ result: DashboardPut; more: { last_modified_time: number } }> {
  await requireOwned({ ownership: DASHBOARD_OWNERS }, [id], act);
  const reasons = new Reasons();
  const slug = await reasons.of(freeSlug(body.slug, id, act));
  const owners = body.owners
    ? await reasons.of(resolveOwners(body.owners, act, { creating: false }))
    : undefined;
  const roles = body.roles ? await reasons.of(knownRoles(body.roles, act)) : undefined;
  if (!reasons.isEmpty) throw reasons.refusal();
  if (body.tags && !may(act.caller, 'can_write', 'Tag') && !may(act.caller, 'can_tag', 'Dashboard'))
    throw lacking(act.caller, 'can_write', 'Tag');
  const members = await membersOf(act.services.db, id);
  const { json_metadata } = await act.services.db
    .selectFrom('dashboards')
    .select('json_metadata')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const before = storedObject(json_metadata);
  const { documents, charts } = await documentsOf(body, { members, before }, act);
  const asked = { after: storedObject(documents.json_metadata), before };
  await requireFilterData(act.services.db, asked, act);
  const values = { ...changedValues(body), ...documents, ...(slug !== undefined && { slug }) };
  const changed_on = await act.services.db.transaction().execute(async (records) => {
    const at = await writeVersion(records, id, values, call.expected, act);
    if (owners) await setOwners(records, id, owners, act);
    if (roles) await setRoles(records, id, roles);
    if (charts) await setCharts(records, id, charts);
    if (documents.position_json !== undefined)
      await pauseReportsWithoutTabs(records, id, documents.position_json);
    if (body.tags) await setCustomTags(records, OBJECT_TYPES.dashboard, id, body.tags);
    return at;
  });
  const result = { ...body, ...documents, ...(slug !== undefined && { slug }) };
  return { result, more: { last_modified_time: Math.floor(Date.parse(changed_on) / 1000) } };
}

/**
 * Writes values under a new version, later than every earlier one, and keeps it; 412 unless the present one is `expected`.
 * `words` says what happened where the difference does not.
 */
export async function writeVersion(
  records: Db,
  id: number,
  values: Record<string, unknown>,
  expected: string | undefined,
  act: Act,
  words?: string,
): Promise<string> {
  const present = await records
    .selectFrom('dashboards')
    .select([...BOARD_COLUMNS, 'changed_on', 'changed_by_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (expected !== undefined && present.changed_on !== expected) throw staleVersion();
  const changed_on = new Date(
    Math.max(act.services.now().getTime(), Date.parse(present.changed_on) + 1),
  ).toISOString();
  const changed_by_id = act.caller.user?.id ?? null;
  const written = await records
    .updateTable('dashboards')
    .set({ ...values, changed_on, changed_by_id })
    .where('id', '=', id)
    .where('changed_on', '=', present.changed_on)
    .returning(BOARD_COLUMNS)
    .executeTakeFirst();
  if (!written) throw staleVersion();
  const before = { ...present, board: boardIn(present) };
  const after = { changed_on, changed_by_id, board: boardIn(written) };
  await keepVersion(records, id, { before, after, words }, act);
  return changed_on;
}

const TEXTS = [
  'dashboard_title',
  'css',
  'theme_id',
  'certified_by',
  'certification_details',
  'external_url',
] as const;
const FLAGS = ['published', 'is_managed_externally'] as const;

function changedValues(body: DashboardPut) {
  const texts = Object.fromEntries(
    TEXTS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name] ?? null]])),
  );
  const flags = Object.fromEntries(
    FLAGS.flatMap((name) => (typeof body[name] === 'boolean' ? [[name, body[name] ? 1 : 0]] : [])),
  );
  return { ...texts, ...flags, ...(body.uuid && { uuid: body.uuid }) };
}

interface Documents {
  position_json?: string | null;
  json_metadata?: string | null;
}

/**
 * The documents as they are stored, and the charts that the dashboard then shows (undefined = as before). `positions`
 * inside the metadata is the whole layout: membership follows it. A layout given apart only adds the charts it shows.
 */
async function documentsOf(
  body: DashboardPut,
  { members, before }: { members: number[]; before: StoredDocument },
  act: Act,
): Promise<{ documents: Documents; charts: number[] | undefined }> {
  const documents: Documents = {};
  let charts: number[] | undefined;
  if (body.position_json !== undefined) {
    documents.position_json = body.position_json ?? null;
    const layout = readLayout(storedObject(body.position_json));
    const shown = await allowedCharts(chartsIn(layout), members, act);
    if (shown.some((id) => !members.includes(id))) charts = [...new Set([...members, ...shown])];
  }
  if (body.json_metadata === undefined) return { documents, charts };
  if (!body.json_metadata) return { documents: { ...documents, json_metadata: null }, charts };
  const { metadata: given, positions } = splitMetadata(storedObject(body.json_metadata));
  const metadata = { ...unsayable(before), ...given };
  if (!positions) return { documents: { ...documents, json_metadata: JSON.stringify(metadata) }, charts };
  charts = await allowedCharts(chartsIn(readLayout(positions)), members, act);
  const uuids = await uuidsOf(charts, act);
  documents.position_json = JSON.stringify(withUuids(positions, (id) => ({ id, uuid: uuids.get(id) })));
  documents.json_metadata = JSON.stringify(metadataFor(metadata, charts));
  return { documents, charts };
}

/** Settings that no client can say, of newer servers or by other tools: they stay, whatever a client saves. */
function unsayable(stored: StoredDocument): StoredDocument {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !isSayable(name)));
}

/** Charts may be put on a dashboard by whoever may see them: a dashboard can show data to others. */
export async function allowedCharts(ids: number[], members: number[], act: Act): Promise<number[]> {
  const seen = await seenIds(chartResource, ids, act);
  return ids.filter((id) => seen.has(id) || members.includes(id));
}

async function uuidsOf(charts: number[], act: Act): Promise<Map<number, string>> {
  if (charts.length === 0) return new Map();
  const rows = await act.services.db
    .selectFrom('charts')
    .select(['id', 'uuid'])
    .where('id', 'in', charts)
    .execute();
  return new Map(rows.map((row) => [row.id, row.uuid]));
}

/** Ids of the charts on a dashboard. */
export async function membersOf(db: Db, dashboardId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('dashboard_charts')
    .select('chart_id')
    .where('dashboard_id', '=', dashboardId)
    .orderBy('chart_id')
    .execute();
  return rows.map((row) => row.chart_id);
}

/** A slug as it is stored (contract/api.md §2.4): trimmed, spaces as dashes, other signs dropped; null = none, undefined = not given. */
export function slugOf(given: string): string | null {
  const made = given
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{N}_-]/gu, '');
  return made || null;
}

async function freeSlug(
  given: string | null | undefined,
  except: number | undefined,
  act: Act,
): Promise<string | null | undefined> {
  if (given === undefined) return undefined;
  const slug = given === null ? null : slugOf(given);
  if (slug === null) return null;
  const taken = await act.services.db
    .selectFrom('dashboards')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (taken && taken.id !== except) throw unprocessable({ slug: ['Must be unique'] });
  return slug;
}

async function knownRoles(ids: number[], act: Act): Promise<number[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const known = await act.services.db.selectFrom('roles').select('id').where('id', 'in', wanted).execute();
  if (known.length !== wanted.length) throw unprocessable({ roles: ['Some roles do not exist'] });
  return wanted;
}

async function setRoles(records: Db, dashboard_id: number, roles: number[]): Promise<void> {
  await records.deleteFrom('dashboard_roles').where('dashboard_id', '=', dashboard_id).execute();
  const rows = roles.map((role_id) => ({ dashboard_id, role_id }));
  if (rows.length > 0) await records.insertInto('dashboard_roles').values(rows).execute();
}

/** Makes the given charts the ones on a dashboard. */
export async function setCharts(records: Db, dashboard_id: number, charts: number[]): Promise<void> {
  await records.deleteFrom('dashboard_charts').where('dashboard_id', '=', dashboard_id).execute();
  const rows = charts.map((chart_id) => ({ dashboard_id, chart_id }));
  if (rows.length > 0) await records.insertInto('dashboard_charts').values(rows).execute();
}

/** Makes the given people the owners of a dashboard. */
export async function setOwners(
  records: Db,
  dashboard_id: number,
  owners: number[],
  act: Act,
): Promise<void> {
  await records.deleteFrom('dashboard_owners').where('dashboard_id', '=', dashboard_id).execute();
  const rows = owners.map((user_id) => ({ dashboard_id, user_id }));
  if (rows.length > 0) await records.insertInto('dashboard_owners').values(rows).execute();
  const by = { at: act.services.now().toISOString(), userId: act.caller.user?.id ?? null };
  await setOwnTags(records, { type: 'dashboard', id: dashboard_id, owners }, by);
}

/** A stored layout in which every chart stands with the id and the uuid that it is known by. */
export function withUuids(
  position: StoredDocument,
  chartOf: (id: number) => { id: number; uuid: string | undefined },
): StoredDocument {
  return withChartMetas(position, (meta) => {
    const old = Number(meta.chartId);
    if (!Number.isInteger(old)) return meta;
    const { id, uuid } = chartOf(old);
    return { ...meta, chartId: id, ...(uuid !== undefined && { uuid }) };
  });
}

/** The metadata of a dashboard with some members exchanged, as it is stored. */
export function mergedMetadata(present: StoredDocument, changes: StoredDocument): string {
  return JSON.stringify({ ...present, ...changes });
}
