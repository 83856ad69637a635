import { isJsonObject, type JsonObject, TRASH_KINDS, type TrashKind } from '@chartroom/model';
import { sql } from 'kysely';
import { packed, unpacked } from '../../base/packed-text.ts';
import type { Act } from '../../http/act.ts';
import { notFound, unprocessable } from '../../http/errors.ts';
import type { Db } from '../../records/records.ts';
import type { Row } from '../../records/tables.ts';
import { may } from '../../security/caller.ts';
import { datasetView } from '../../security/data-grants.ts';
import { ensurePair } from '../../security/role-setup.ts';
import { TRASHED, type TrashedKind } from './trash-parts.ts';

/** The rows of a thing by their tables; of datasets also the roles that might read them. */
interface Kept {
  rows: Record<string, JsonObject[]>;
  readers: number[];
}

/**
 * Keeps things that are about to be deleted, with all that belongs to them, in the same transaction; what is older than
 * the trash keeps goes.
 */
export async function moveToTrash(records: Db, kind: TrashKind, ids: number[], act: Act): Promise<void> {
  if (act.services.config.TRASH_DAYS === 0) return;
  await emptyOld(records, act);
  const { table, name, owners, parts } = TRASHED[kind];
  for (const id of ids) {
    const [row] = await rowsOf(records, table, ['id', id]);
    if (!row) continue;
    const kept: Kept = { rows: { [table]: [row] }, readers: [] };
    for (const part of parts)
      kept.rows[part.table] = await rowsOf(records, part.table, [part.own, id], part.only);
    if (kind === 'dataset') kept.readers = await readersOf(records, row);
    const people =
      owners === 'created_by_id'
        ? [row.created_by_id]
        : (kept.rows[owners.table] ?? []).map(({ user_id }) => user_id);
    await records
      .insertInto('trash')
      .values({
        kind,
        object_id: id,
        name: String(row[name] ?? ''),
        owners: `,${people.filter((each) => each !== null).join(',')},`,
        deleted_on: act.services.now().toISOString(),
        deleted_by_id: act.caller.user?.id ?? null,
        document: await packed(kept),
      })
      .execute();
  }
}

/** Deletes for good what has been in the trash long enough, and versions of dashboards that are nowhere any more. */
export async function emptyOld(records: Db, act: Act): Promise<void> {
  const days = act.services.config.TRASH_DAYS;
  const oldest = new Date(act.services.now().getTime() - days * 86_400_000).toISOString();
  const old = await records
    .deleteFrom('trash')
    .where('deleted_on', '<', oldest)
    .returning(['kind', 'object_id'])
    .execute();
  await forgetVersions(records, old);
}

/** Forgets what dashboards were that are gone for good. */
export async function forgetVersions(
  records: Db,
  gone: readonly { kind: string; object_id: number }[],
): Promise<void> {
  const ids = gone.filter(({ kind }) => kind === 'dashboard').map(({ object_id }) => object_id);
  if (ids.length === 0) return;
  await records
    .deleteFrom('dashboard_versions')
    .where('dashboard_id', 'in', ids)
    .where('dashboard_id', 'not in', (on) => on.selectFrom('dashboards').select('id'))
    .execute();
}

/** Whether a caller may see a thing in the trash and put it back: who deleted it, its owners, administrators. */
export function mayRestore({ kind, owners, deleted_by_id }: TrashRow, act: Act): boolean {
  const { caller } = act;
  const kindOf = knownKind(kind);
  if (!kindOf || !may(caller, 'can_write', TRASHED[kindOf].view)) return false;
  const id = caller.user?.id;
  return caller.isAdmin || (id !== undefined && (deleted_by_id === id || owners.includes(`,${id},`)));
}

export type TrashRow = Pick<
  Row<'trash'>,
  'id' | 'kind' | 'object_id' | 'name' | 'owners' | 'deleted_on' | 'deleted_by_id'
>;

/** A kind of thing by its stored name. */
export function knownKind(kind: string): TrashKind | undefined {
  return TRASH_KINDS.find((known) => known === kind);
}

/** What was put back, and what was not. */
export interface Restored {
  things: { kind: TrashKind; object_id: number; name: string }[];
  leftOut: string[];
}

/** Puts a thing back as it was; a dashboard with its charts. @throws ChartroomError 404, or 422 saying what stands in the way */
export async function restoreFromTrash(records: Db, id: number, act: Act): Promise<Restored> {
  const row = await records.selectFrom('trash').selectAll().where('id', '=', id).executeTakeFirst();
  const kind = row && knownKind(row.kind);
  if (!row || !kind || !mayRestore(row, act)) throw notFound();
  const kept = await keptIn(row.document);
  const restored: Restored = { things: [], leftOut: [] };
  if (kind === 'dashboard') await restoreCharts(records, kept, restored, act);
  await putBack(records, kind, kept, restored);
  await records.deleteFrom('trash').where('id', '=', id).execute();
  restored.things.unshift({ kind, object_id: row.object_id, name: row.name });
  return restored;
}

async function keptIn(document: string): Promise<Kept> {
  const read = await unpacked(document);
  const rows: Kept['rows'] = {};
  const readers: number[] = [];
  if (isJsonObject(read)) {
    for (const [table, list] of Object.entries(isJsonObject(read.rows) ? read.rows : {}))
      if (Array.isArray(list)) rows[table] = list.filter((row) => isJsonObject(row));
    if (Array.isArray(read.readers)) for (const each of read.readers) readers.push(Number(each));
  }
  return { rows, readers };
}

/** Puts back charts of a dashboard that were deleted, too. */
async function restoreCharts(records: Db, kept: Kept, restored: Restored, act: Act): Promise<void> {
  for (const { chart_id } of kept.rows.dashboard_charts ?? []) {
    const chart = Number(chart_id);
    if (await isThere(records, 'charts', chart)) continue;
    const row = await records
      .selectFrom('trash')
      .selectAll()
      .where('kind', '=', 'chart')
      .where('object_id', '=', chart)
      .executeTakeFirst();
    if (!row || !mayRestore(row, act)) {
      restored.leftOut.push(`A chart of it is no longer there${row ? `: ${row.name}` : ''}`);
      continue;
    }
    const { things, leftOut } = await restoreFromTrash(records, row.id, act);
    restored.things.push(...things);
    restored.leftOut.push(...leftOut);
  }
}

async function putBack(records: Db, kind: TrashKind, kept: Kept, restored: Restored): Promise<void> {
  const known = TRASHED[kind];
  const row = kept.rows[known.table]?.[0];
  if (!row) throw notFound();
  await insertRow(records, known.table, await fittingRow(records, known, row, restored));
  const parts = kind === 'dataset' ? known.parts.toReversed() : known.parts;
  for (const { table, needs = {} } of parts)
    for (const part of kept.rows[table] ?? [])
      if ((await missingOf(records, needs, part)) === undefined) await insertRow(records, table, part);
  if (kind === 'dataset') await grantAgain(records, row, kept.readers);
}

/** The row of a thing as it can be stored now. */
async function fittingRow(
  records: Db,
  { table, needs = {}, wants, free = [] }: TrashedKind,
  row: JsonObject,
  restored: Restored,
): Promise<JsonObject> {
  const missing = await missingOf(records, needs, row);
  if (missing) throw unprocessable(`It cannot be restored: what ${missing} refers to is no longer there.`);
  if ((await rowsOf(records, table, ['uuid', String(row.uuid)])).length > 0)
    throw unprocessable('It cannot be restored: another one with the same uuid is there, from an import.');
  if (await isThere(records, table, Number(row.id)))
    throw unprocessable('It cannot be restored: another one has its id.');
  const fitting = { ...row };
  for (const column of Object.keys(wants))
    if (await missingOf(records, { [column]: wants[column] ?? table }, row)) fitting[column] = null;
  for (const column of free) {
    const value = row[column];
    if (value === null || value === undefined) continue;
    if ((await rowsOf(records, table, [column, String(value)])).length === 0) continue;
    fitting[column] = null;
    restored.leftOut.push(`Another one has the ${column} “${value}” now`);
  }
  return fitting;
}

/** The first column that refers to a row that is not there. */
async function missingOf(
  records: Db,
  needs: Readonly<Record<string, string>>,
  row: JsonObject,
): Promise<string | undefined> {
  for (const [column, table] of Object.entries(needs)) {
    const id = row[column];
    if (id !== null && id !== undefined && !(await isThere(records, table, Number(id)))) return column;
  }
  return undefined;
}

async function isThere(records: Db, table: string, id: number): Promise<boolean> {
  return (await rowsOf(records, table, ['id', id])).length > 0;
}

type Condition = readonly [column: string, value: string | number];

async function rowsOf(
  records: Db,
  table: string,
  ...conditions: (Condition | undefined)[]
): Promise<JsonObject[]> {
  const tests = conditions.flatMap((each) => (each ? [sql`${sql.ref(each[0])} = ${each[1]}`] : []));
  const found =
    await sql<JsonObject>`select * from ${sql.table(table)} where ${sql.join(tests, sql` and `)}`.execute(
      records,
    );
  return found.rows;
}

async function insertRow(records: Db, table: string, row: JsonObject): Promise<void> {
  const columns = Object.keys(row);
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values (${sql.join(columns.map((column) => row[column] ?? null))}) on conflict do nothing`.execute(
    records,
  );
}

/** Roles that may read a dataset by a right on it alone. */
async function readersOf(records: Db, dataset: JsonObject): Promise<number[]> {
  const view = await viewOf(records, dataset);
  const { rows } = await sql<{ role_id: number }>`select role_id from role_permissions as held
    join permission_views as pv on pv.id = held.permission_view_id
    join permissions as p on p.id = pv.permission_id join views as v on v.id = pv.view_id
    where p.name = 'datasource_access' and v.name = ${view}`.execute(records);
  return rows.map(({ role_id }) => role_id);
}

async function grantAgain(records: Db, dataset: JsonObject, readers: number[]): Promise<void> {
  const permission_view_id = await ensurePair(records, 'datasource_access', await viewOf(records, dataset));
  for (const role_id of readers)
    if (await isThere(records, 'roles', role_id))
      await insertRow(records, 'role_permissions', { role_id, permission_view_id });
}

async function viewOf(records: Db, dataset: JsonObject): Promise<string> {
  const [database] = await rowsOf(records, 'databases', ['id', Number(dataset.database_id)]);
  const { id, table_name } = dataset;
  return datasetView(String(database?.database_name ?? ''), {
    id: Number(id),
    table_name: String(table_name),
  });
}
