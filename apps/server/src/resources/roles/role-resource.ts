import { roleSchema } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { needs } from '../../http/access.ts';
import { actOf, idParameter } from '../../http/act.ts';
import { forbidden, notFound, unprocessable } from '../../http/errors.ts';
import { parseQ } from '../../http/q-argument.ts';
import { parseBody } from '../../http/validation.ts';
import type { Db } from '../../records/records.ts';
import { requireAdministrator } from '../../security/accounts.ts';
import { BUILT_IN_ROLES } from '../../security/permission-catalog.ts';
import type { Services } from '../../services.ts';
import { groupBy } from '../people.ts';
import { type Resource, writing } from '../resource.ts';
import { requireSeen } from '../resource-queries.ts';

/** `/security/roles/` (contract §2.14). */
export const roleResource: Resource = {
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
  verbs: { list: 'can_get', info: 'can_info', create: 'can_post', update: 'can_put', delete: 'can_delete' },
  listColumns: ['id', 'name'],
  showColumns: ['id', 'name'],
  orderColumns: ['id', 'name'],
  filters: { columns: { id: { kind: 'number' }, name: { kind: 'text' } } },
  list: async (ids, { services }) => {
    const rows = await services.db.selectFrom('roles').select(['id', 'name']).where('id', 'in', ids).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  },
  show: async (id, { services }) => {
    const row = await services.db.selectFrom('roles').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound();
    return row;
  },
  create: writing(
    roleSchema,
    async ({ name }, { services }) => {
      await refuseTakenName(services.db, name, undefined);
      const { id } = await services.db.insertInto('roles').values({ name }).returning('id').executeTakeFirstOrThrow();
      return { id, result: { name } };
    },
    422,
  ),
  update: writing(
    roleSchema,
    async ({ name }, id, { services }) => {
      await refuseBuiltIn(services.db, [id], 'renamed');
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

const searchQuery = z.object({
  page: z.number().int().min(0).default(0),
  page_size: z.number().int().max(100).default(10),
  order_column: z.enum(['id', 'name']).default('id'),
  order_direction: z.enum(['asc', 'desc']).default('asc'),
  filters: z
    .array(z.object({ col: z.enum(['user_ids', 'permission_ids', 'group_ids', 'name']), value: z.union([z.string(), z.number()]) }))
    .default([]),
});
const grantsSchema = z.strictObject({ permission_view_menu_ids: z.array(z.int()) });
const usersSchema = z.strictObject({ user_ids: z.array(z.int()) });
const groupsSchema = z.strictObject({ group_ids: z.array(z.int()) });

/** Who holds a role and what it permits. */
export function registerRoleRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  app.get('/api/v1/security/roles/:pk/permissions/', needs('can_list_role_permissions', 'Role'), async (request) => {
    const id = await seenRole(idParameter(request), request, services);
    const result = await db
      .selectFrom('role_permissions')
      .innerJoin('permission_views', 'permission_views.id', 'role_permissions.permission_view_id')
      .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
      .innerJoin('views', 'views.id', 'permission_views.view_id')
      .where('role_id', '=', id)
      .select(['permission_views.id', 'permissions.name as permission_name', 'views.name as view_menu_name'])
      .orderBy('permission_views.id')
      .execute();
    return { result };
  });
  app.get('/api/v1/security/roles/search/', needs('can_list_roles', 'RoleRestAPI'), async (request) =>
    searchRoles(parseQ(searchQuery, request.query), db),
  );
  app.post('/api/v1/security/roles/:pk/permissions', needs('can_add_role_permissions', 'Role'), async (request) => {
    const id = await seenRole(idParameter(request), request, services);
    const wanted = [...new Set(parseBody(grantsSchema, request.body).permission_view_menu_ids)];
    await db.transaction().execute(async (records) => {
      await requireAll(records, 'permission_views', wanted);
      await records.deleteFrom('role_permissions').where('role_id', '=', id).execute();
      const rows = wanted.map((permission_view_id) => ({ role_id: id, permission_view_id }));
      if (rows.length > 0) await records.insertInto('role_permissions').values(rows).execute();
    });
    services.callers.forget();
    return { result: { permission_view_menu_ids: wanted } };
  });
  app.put('/api/v1/security/roles/:pk/users', needs('can_update_role_users', 'Role'), async (request) => {
    const id = await seenRole(idParameter(request), request, services);
    const wanted = [...new Set(parseBody(usersSchema, request.body).user_ids)];
    await db.transaction().execute(async (records) => {
      await requireAll(records, 'users', wanted);
      await records.deleteFrom('user_roles').where('role_id', '=', id).execute();
      const rows = wanted.map((user_id) => ({ user_id, role_id: id }));
      if (rows.length > 0) await records.insertInto('user_roles').values(rows).execute();
      await requireAdministrator(records);
    });
    services.callers.forget();
    return { result: { user_ids: wanted } };
  });
  app.put('/api/v1/security/roles/:pk/groups', needs('can_update_role_groups', 'Role'), async (request) => {
    const id = await seenRole(idParameter(request), request, services);
    const wanted = [...new Set(parseBody(groupsSchema, request.body).group_ids)];
    await db.transaction().execute(async (records) => {
      await requireAll(records, 'groups', wanted);
      await records.deleteFrom('group_roles').where('role_id', '=', id).execute();
      const rows = wanted.map((group_id) => ({ group_id, role_id: id }));
      if (rows.length > 0) await records.insertInto('group_roles').values(rows).execute();
      await requireAdministrator(records);
    });
    services.callers.forget();
    return { result: { group_ids: wanted } };
  });
}

/** Roles with everybody and everything that hangs on them, a page at a time (contract §2.14). */
async function searchRoles(
  { page, page_size, order_column, order_direction, filters }: z.output<typeof searchQuery>,
  db: Db,
): Promise<object> {
  const [permissions, users, groups] = await Promise.all([
    db.selectFrom('role_permissions').select(['role_id', 'permission_view_id as other']).orderBy('permission_view_id').execute(),
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
  const rows = await db.selectFrom('roles').select(['id', 'name']).orderBy(order_column, order_direction).execute();
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
        col === 'name' ? role.name.toLowerCase().includes(String(value).toLowerCase()) : role[col].includes(Number(value)),
      ),
    );
  const size = page_size > 0 ? page_size : 10;
  const shown = found.slice(page * size, (page + 1) * size);
  return { count: found.length, ids: shown.map(({ id }) => id), result: shown };
}

async function seenRole(id: number | undefined, request: Parameters<typeof actOf>[1], services: Services): Promise<number> {
  if (id === undefined) throw notFound();
  await requireSeen(roleResource, [id], actOf(services, request));
  return id;
}

async function requireAll(db: Db, table: 'users' | 'groups' | 'permission_views', ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows =
    table === 'users'
      ? await db.selectFrom('users').select('id').where('id', 'in', ids).execute()
      : table === 'groups'
        ? await db.selectFrom('groups').select('id').where('id', 'in', ids).execute()
        : await db.selectFrom('permission_views').select('id').where('id', 'in', ids).execute();
  if (rows.length !== ids.length) throw notFound();
}

async function refuseTakenName(db: Db, name: string, except: number | undefined): Promise<void> {
  const taken = await db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirst();
  if (taken && taken.id !== except) throw unprocessable({ name: ['Already exists.'] });
}

async function refuseBuiltIn(db: Db, ids: number[], what: string): Promise<void> {
  const rows = await db.selectFrom('roles').select('name').where('id', 'in', ids).execute();
  const builtIn = rows.find((row) => BUILT_IN_ROLES.some((name) => name === row.name));
  if (builtIn) throw forbidden(`The role ${builtIn.name} belongs to the house and cannot be ${what}.`);
}
