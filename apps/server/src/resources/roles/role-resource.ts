import { type AnswerOf, columnsOf, roleApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Access } from '../../http/access.ts';
import type { Act } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest, forbidden, notFound, unprocessable } from '../../http/errors.ts';
import { pageOf } from '../../http/q-argument.ts';
import type { Ground } from '../../records/ground.ts';
import type { Db } from '../../records/records.ts';
import type { TableName } from '../../records/tables.ts';
import { requireAdministrator } from '../../security/accounts.ts';
import type { WithCallers } from '../../security/caller.ts';
import { BUILT_IN_ROLES } from '../../security/permission-catalog.ts';
import { groupBy, inOrder } from '../people.ts';
import { missingIds, oneOf } from '../plain-rows.ts';
import { type Resource, VERBS_BY_METHOD, writing } from '../resource.ts';
import { requireSeen } from '../resource-queries.ts';

const COLUMNS = columnsOf(roleApi.row);

/** `/security/roles/` (contract/api.md §2.14). */
export const roleResource: Resource = {
  api: roleApi,
  path: 'security/roles',
  view: 'Role',
  model: 'Role',
  noun: ['role', 'roles'],
  table: 'roles',
  permissions: [
    'can_info',
    'can_post',
    'can_get',
    'can_put',
    'can_delete',
    'can_add_role_permissions',
    'can_list_role_permissions',
    'can_update_role_users',
    'can_update_role_groups',
  ],
  verbs: VERBS_BY_METHOD,
  listColumns: COLUMNS,
  showColumns: COLUMNS,
  orderColumns: COLUMNS,
  filters: { columns: { id: { kind: 'number' }, name: { kind: 'text' } } },
  list: roleRows,
  show: oneOf(roleRows),
  create: writing(
    roleApi.create.body,
    async ({ name }, { services }) => {
      await refuseTakenName(services.db, name, undefined);
      const { id } = await services.db
        .insertInto('roles')
        .values({ name })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, result: { name } };
    },
    422,
  ),
  update: writing(
    roleApi.update.body,
    async ({ name }, id, { services }) => {
      await refuseBuiltIn(services.db, [id], 'renamed');
      const kept = await services.db
        .selectFrom('roles')
        .select('name')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (name === undefined || name === kept.name) return { result: { name: kept.name } };
      await refuseTakenName(services.db, name, id);
      await services.db.updateTable('roles').set({ name }).where('id', '=', id).execute();
      services.callers.forget();
      return { result: { name } };
    },
    422,
  ),
  bareUpdate: true,
  remove: async (ids, { services }) => {
    await refuseBuiltIn(services.db, ids, 'deleted');
    await services.db.deleteFrom('roles').where('id', 'in', ids).execute();
    services.callers.forget();
  },
  noBulkDelete: true,
};

/** Roles of one page at the most. */
const MOST_ROLES = 100;

const access = (permission: string): { access: Access } => ({ access: { permission, view: 'Role' } });

/** Who holds a role and what it permits. */
export function registerRoleRoutes(app: FastifyInstance, services: Ground & WithCallers): void {
  const { db } = services;
  const defineRoute = routesOf(app, services);
  defineRoute({
    ...roleApi.permissions,
    ...access('can_list_role_permissions'),
    handle: async ({ act, id: given }) => {
      const id = await seenRole(given, act);
      const result = await db
        .selectFrom('role_permissions')
        .innerJoin('permission_views', 'permission_views.id', 'role_permissions.permission_view_id')
        .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
        .innerJoin('views', 'views.id', 'permission_views.view_id')
        .where('role_id', '=', id)
        .select([
          'permission_views.id',
          'permissions.name as permission_name',
          'views.name as view_menu_name',
        ])
        .orderBy('permission_views.id')
        .execute();
      return { result };
    },
  });
  defineRoute({
    ...roleApi.search,
    access: { permission: 'can_list_roles', view: 'RoleRestAPI' },
    handle: async ({ q }) => searchRoles(q, db),
  });
  defineRoute({
    ...roleApi.setPermissions,
    ...access('can_add_role_permissions'),
    handle: async (call) => {
      const id = await seenRole(call.id, call.act);
      const asked = [...new Set(call.body.permission_view_menu_ids)];
      // Pairs come and go with the things they are about: a list that a client read a while ago still counts for the rest.
      const gone = new Set(await missingIds(db, 'permission_views', asked));
      const held = asked.filter((pair) => !gone.has(pair));
      return { result: { permission_view_menu_ids: await setLinks(services, PERMISSIONS, id, held) } };
    },
  });
  defineRoute({
    ...roleApi.setUsers,
    ...access('can_update_role_users'),
    handle: async (call) => {
      const id = await seenRole(call.id, call.act);
      return { result: { user_ids: await setLinks(services, USERS, id, call.body.user_ids) } };
    },
  });
  defineRoute({
    ...roleApi.setGroups,
    ...access('can_update_role_groups'),
    handle: async (call) => {
      const id = await seenRole(call.id, call.act);
      return { result: { group_ids: await setLinks(services, GROUPS, id, call.body.group_ids) } };
    },
  });
}

/** What hangs on a role: the joining table, its column of the other side, and the other side's table. */
interface RoleLink {
  link: TableName;
  other: string;
  table: TableName;
}
const PERMISSIONS: RoleLink = {
  link: 'role_permissions',
  other: 'permission_view_id',
  table: 'permission_views',
};
const USERS: RoleLink = { link: 'user_roles', other: 'user_id', table: 'users' };
const GROUPS: RoleLink = { link: 'group_roles', other: 'group_id', table: 'groups' };

/**
 * Puts exactly these on a role; answers them without repetitions.
 * @throws HttpError 404 when one of them does not exist; a refusal when nobody would be administrator any more
 */
async function setLinks(
  services: Pick<Ground, 'db'> & WithCallers,
  { link, other, table }: RoleLink,
  role: number,
  given: number[],
): Promise<number[]> {
  const wanted = [...new Set(given)];
  await services.db.transaction().execute(async (records) => {
    if ((await missingIds(records, table, wanted)).length > 0) throw notFound();
    await sql`delete from ${sql.table(link)} where role_id = ${role}`.execute(records);
    if (wanted.length > 0) {
      const rows = wanted.map((id) => sql`(${role}, ${id})`);
      await sql`insert into ${sql.table(link)} (role_id, ${sql.ref(other)}) values ${sql.join(rows)}`.execute(
        records,
      );
    }
    await requireAdministrator(records);
  });
  services.callers.forget();
  return wanted;
}

/** Roles with everybody and everything that hangs on them, a page at a time (contract/api.md §2.14). */
async function searchRoles(
  { page, page_size, order_column, order_direction, filters }: z.output<typeof roleApi.search.q>,
  db: Db,
): Promise<AnswerOf<typeof roleApi.search>> {
  const [permissions, users, groups] = await Promise.all([
    db
      .selectFrom('role_permissions')
      .select(['role_id', 'permission_view_id as other'])
      .orderBy('permission_view_id')
      .execute(),
    db.selectFrom('user_roles').select(['role_id', 'user_id as other']).orderBy('user_id').execute(),
    db.selectFrom('group_roles').select(['role_id', 'group_id as other']).orderBy('group_id').execute(),
  ]);
  const [permissionsOf, usersOf, groupsOf] = [permissions, users, groups].map((rows) =>
    groupBy(
      rows,
      (row) => row.role_id,
      (row) => row.other,
    ),
  );
  if (order_column !== 'id' && order_column !== 'name')
    throw badRequest(`Invalid order column: ${order_column}`);
  const rows = await db
    .selectFrom('roles')
    .select(['id', 'name'])
    .orderBy(order_column, order_direction)
    .execute();
  const found = rows
    .map(({ id, name }) => ({
      id,
      name,
      user_ids: usersOf?.get(id) ?? [],
      permission_ids: permissionsOf?.get(id) ?? [],
      group_ids: groupsOf?.get(id) ?? [],
    }))
    .filter((role) =>
      filters.every(({ col, value }) =>
        col === 'name'
          ? role.name.toLowerCase().includes(String(value).toLowerCase())
          : role[col].includes(Number(value)),
      ),
    );
  const { limit = MOST_ROLES, offset } = pageOf({ page, page_size }, 10, MOST_ROLES);
  const shown = found.slice(offset, offset + limit);
  return { count: found.length, ids: shown.map(({ id }) => id), result: shown };
}

async function roleRows(ids: number[], { services }: Act) {
  return inOrder(
    ids,
    await services.db.selectFrom('roles').select(['id', 'name']).where('id', 'in', ids).execute(),
  );
}

async function seenRole(id: number | undefined, act: Act): Promise<number> {
  if (id === undefined) throw notFound();
  await requireSeen(roleResource, [id], act);
  return id;
}

async function refuseTakenName(db: Db, name: string, except: number | undefined): Promise<void> {
  const taken = await db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirst();
  if (taken && taken.id !== except) throw unprocessable({ name: ['Already exists.'] });
}

async function refuseBuiltIn(db: Db, ids: number[], what: string): Promise<void> {
  const rows = await db.selectFrom('roles').select('name').where('id', 'in', ids).execute();
  const builtIn = rows.find((row) => BUILT_IN_ROLES.some((name) => name === row.name));
  if (builtIn) throw forbidden(`The role ${builtIn.name} belongs to the installation and cannot be ${what}.`);
}
