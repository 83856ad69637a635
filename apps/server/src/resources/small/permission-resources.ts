import { sql } from 'kysely';
import type { Act } from '../../http/act.ts';
import type { Wire } from '../columns.ts';
import { inOrder } from '../people.ts';
import { oneOf } from '../plain-rows.ts';
import { type Resource, VERBS_BY_METHOD } from '../resource.ts';

/** `/security/permissions/` (contract §2.14): names such as can_read. */
export const permissionResource = namesResource({
  path: 'security/permissions',
  view: 'Permission',
  model: 'Permission',
  noun: ['permission', 'permissions'],
  table: 'permissions',
  filters: { columns: { id: { kind: 'number' }, name: { kind: 'text' } } },
});

/** `/security/resources/`: what permissions are given on. */
export const viewResource = namesResource({
  path: 'security/resources',
  view: 'ViewMenu',
  model: 'View Menu',
  noun: ['view', 'views'],
  table: 'views',
  filters: { columns: {} },
});

/** `/security/permissions-resources/`: the pairs that roles hold. */
export const pairResource: Resource = {
  path: 'security/permissions-resources',
  view: 'PermissionViewMenu',
  model: 'Permission View Menu',
  noun: ['permission', 'permissions'],
  table: 'permission_views',
  permissions: ['can_get', 'can_info'],
  verbs: VERBS_BY_METHOD,
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

/** A resource of names that can only be read. */
function namesResource(facts: Pick<Resource, 'path' | 'view' | 'model' | 'noun' | 'table' | 'filters'>): Resource {
  const columns = ['id', 'name'];
  const list = async (ids: number[], act: Act): Promise<Wire[]> => {
    const { rows } = await sql<{
      id: number;
      name: string;
    }>`select id, name from ${sql.table(facts.table)} where id in (${sql.join(ids)})`.execute(act.services.db);
    return inOrder(ids, rows);
  };
  return {
    ...facts,
    permissions: ['can_get', 'can_info'],
    verbs: VERBS_BY_METHOD,
    listColumns: columns,
    showColumns: columns,
    orderColumns: columns,
    list,
    show: oneOf(list),
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
