import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { SettingError } from '../base/config.ts';
import type { Db } from '../records/records.ts';
import { readSetting, takeTurn, writeSetting } from '../records/settings.ts';
import { ADMIN_ROLE, BUILT_IN_ROLES, PERMISSION_CATALOG, PUBLIC_ROLE } from './permission-catalog.ts';

const SETTING = 'permission catalog';

/** Makes the built-in roles and gives them what the catalog says; does nothing when that was done for this catalog. */
export async function setUpRoles(db: Db): Promise<void> {
  const version = createHash('sha256')
    .update(JSON.stringify([...PERMISSION_CATALOG].map(([pair, roles]) => [pair, ...roles])))
    .digest('hex');
  if ((await readSetting(db, SETTING)) === version) return;
  await db.transaction().execute(async (records) => {
    await takeTurn(records, SETTING);
    if ((await readSetting(records, SETTING)) === version) return;
    const pairIds = await ensurePairs(records, [...PERMISSION_CATALOG.keys()].map(splitPair));
    for (const name of BUILT_IN_ROLES) {
      await records
        .insertInto('roles')
        .values({ name })
        .onConflict((on) => on.column('name').doNothing())
        .execute();
      const role = await records
        .selectFrom('roles')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      if (name === PUBLIC_ROLE) continue;
      await records.deleteFrom('role_permissions').where('role_id', '=', role.id).execute();
      const held = [...PERMISSION_CATALOG].filter(([, roles]) => name === ADMIN_ROLE || roles.has(name));
      const rows = held.map(([pair]) => ({ role_id: role.id, permission_view_id: pairIds.get(pair) ?? 0 }));
      await records.insertInto('role_permissions').values(rows).execute();
    }
    await writeSetting(records, SETTING, version);
  });
}

/**
 * Gives the role of people who have not signed in what another role holds, beside what it holds itself (contract/api.md §3.1).
 * Rejects with SettingError when there is no other role of this name.
 */
export async function makePublicLike(db: Db, publicRole: string, name: string): Promise<void> {
  const like = await db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirst();
  if (name === publicRole)
    throw new SettingError(
      'CHARTROOM_PUBLIC_ROLE_LIKE: this is the role of people who have not signed in itself.',
    );
  if (!like) throw new SettingError(`CHARTROOM_PUBLIC_ROLE_LIKE: there is no role "${name}".`);
  const { id } = await db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', publicRole)
    .executeTakeFirstOrThrow();
  await sql`insert into role_permissions (role_id, permission_view_id)
    select ${sql.lit(id)}, held.permission_view_id from role_permissions as held where held.role_id = ${like.id}
    on conflict (role_id, permission_view_id) do nothing`.execute(db);
}

/** Id of a pair, made where it is missing. */
export async function ensurePair(db: Db, permission: string, view: string): Promise<number> {
  const ids = await ensurePairs(db, [{ permission, view }]);
  const [id] = ids.values();
  if (id === undefined) throw new Error(`The pair of ${permission} and ${view} was not made.`);
  return id;
}

/** Ids of pairs by the names of permission and view with a blank between, made where they are missing: all of them by as many statements as one. */
async function ensurePairs(
  db: Db,
  pairs: readonly { permission: string; view: string }[],
): Promise<Map<string, number>> {
  const permissions = [...new Set(pairs.map(({ permission }) => permission))];
  const views = [...new Set(pairs.map(({ view }) => view))];
  await db
    .insertInto('permissions')
    .values(permissions.map((name) => ({ name })))
    .onConflict((on) => on.column('name').doNothing())
    .execute();
  await db
    .insertInto('views')
    .values(views.map((name) => ({ name })))
    .onConflict((on) => on.column('name').doNothing())
    .execute();
  const permissionIds = idsByName(
    await db.selectFrom('permissions').select(['id', 'name']).where('name', 'in', permissions).execute(),
  );
  const viewIds = idsByName(
    await db.selectFrom('views').select(['id', 'name']).where('name', 'in', views).execute(),
  );
  const rows = pairs.map(({ permission, view }) => ({
    permission_id: permissionIds.get(permission) ?? 0,
    view_id: viewIds.get(view) ?? 0,
  }));
  await db
    .insertInto('permission_views')
    .values(rows)
    .onConflict((on) => on.columns(['permission_id', 'view_id']).doNothing())
    .execute();
  const made = await db
    .selectFrom('permission_views')
    .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
    .innerJoin('views', 'views.id', 'permission_views.view_id')
    .select(['permission_views.id', 'permissions.name as permission', 'views.name as view'])
    .where('permission_id', 'in', [...permissionIds.values()])
    .where('view_id', 'in', [...viewIds.values()])
    .execute();
  return new Map(made.map(({ id, permission, view }) => [`${permission} ${view}`, id]));
}

function idsByName(rows: readonly { id: number; name: string }[]): Map<string, number> {
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** Gives a view another name (its object was renamed); a grant on it stays. */
export async function renameView(db: Db, from: string, to: string): Promise<void> {
  if (from === to) return;
  const taken = await db.selectFrom('views').select('id').where('name', '=', to).executeTakeFirst();
  if (taken) await db.deleteFrom('views').where('name', '=', from).execute();
  else await db.updateTable('views').set({ name: to }).where('name', '=', from).execute();
}

/** Removes the grants on an object that is gone. */
export async function removeViews(db: Db, names: string[]): Promise<void> {
  if (names.length > 0) await db.deleteFrom('views').where('name', 'in', names).execute();
}

function splitPair(pair: string): { permission: string; view: string } {
  const at = pair.indexOf(' ');
  return { permission: pair.slice(0, at), view: pair.slice(at + 1) };
}
