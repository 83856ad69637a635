import { sql } from 'kysely';
import type { Act } from '../../http/act.ts';
import type { Wire } from '../columns.ts';
import { inOrder } from '../people.ts';
import { oneOf } from '../plain-rows.ts';
import type { Resource } from '../resource.ts';

const VERBS = { list: 'can_get', info: 'can_info', create: 'can_post', update: 'can_put', delete: 'can_delete' };

const permissionRows = namesOf('permissions');
/** `/security/permissions/` (contract §2.14): names such as can_read. */
export const permissionResource: Resource = {
  path: 'security/permissions',
  view: 'Permission',
  model: 'Permission',
  noun: ['permission', 'permissions'],
  table: 'permissions',
  permissions: ['can_get', 'can_info'],
  verbs: VERBS,
  listColumns: ['id', 'name'],
  showColumns: ['id', 'name'],
  orderColumns: ['id', 'name'],
  filters: { columns: { id: { kind: 'number' }, name: { kind: 'text' } } },
  list: permissionRows,
  show: oneOf(permissionRows),
};

const viewRows = namesOf('views');
/** `/security/resources/`: what permissions are given on. */
export const viewResource: Resource = {
  path: 'security/resources',
  view: 'ViewMenu',
  model: 'View Menu',
  noun: ['view', 'views'],
  table: 'views',
  permissions: ['can_get', 'can_info'],
  verbs: VERBS,
  listColumns: ['id', 'name'],
  showColumns: ['id', 'name'],
  orderColumns: ['id', 'name'],
  filters: { columns: {} },
  list: viewRows,
  show: oneOf(viewRows),
};

/** `/security/permissions-resources/`: the pairs that roles hold. */
export const pairResource: Resource = {
  path: 'security/permissions-resources',
  view: 'PermissionViewMenu',
  model: 'Permission View Menu',
  noun: ['permission', 'permissions'],
  table: 'permission_views',
  permissions: ['can_get', 'can_info'],
  verbs: VERBS,
  listColumns: ['id', 'permission.name', 'view_menu.name'],
  showColumns: ['id', 'permission.name', 'view_menu.name'],
  orderColumns: ['id', 'permission.name', 'view_menu.name'],
  orderBy: {
    'permission.name': sql`(select op.name from permissions as op where op.id = t.permission_id)`,
    'view_menu.name': sql`(select ov.name from views as ov where ov.id = t.view_id)`,
  },
  unboundedPages: true,
  filters: {
    columns: {
      id: { kind: 'number' },
      permission: { kind: 'one', column: 'permission_id' },
      view_menu: { kind: 'one', column: 'view_id' },
    },
  },
  list: pairRows,
  show: oneOf(pairRows),
};

function namesOf(table: 'permissions' | 'views') {
  return async (ids: number[], act: Act): Promise<Wire[]> => {
    const { rows } = await sql<{
      id: number;
      name: string;
    }>`select id, name from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(act.services.db);
    return inOrder(ids, rows);
  };
}

async function pairRows(ids: number[], act: Act): Promise<Wire[]> {
  const rows = await act.services.db
    .selectFrom('permission_views')
    .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
    .innerJoin('views', 'views.id', 'permission_views.view_id')
    .select(['permission_views.id', 'permissions.name as permission', 'views.name as view'])
    .where('permission_views.id', 'in', ids)
    .execute();
  return inOrder(
    ids,
    rows.map(({ id, permission, view }) => ({ id, permission: { name: permission }, view_menu: { name: view } })),
  );
}
