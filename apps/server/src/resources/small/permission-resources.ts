import { columnsOf, type PermissionPair, pairApi, permissionApi, viewApi } from '@chartroom/model';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Act } from '../../http/act.ts';
import { forbidden, unprocessable } from '../../http/errors.ts';
import type { Db } from '../../records/records.ts';
import { PERMISSION_CATALOG } from '../../security/permission-catalog.ts';
import { inOrder } from '../people.ts';
import { oneOf, requireUnique } from '../plain-rows.ts';
import { type Resource, VERBS_BY_METHOD, writing } from '../resource.ts';

/** `/security/permissions/` (contract/api.md §2.14): names such as can_read. */
export const permissionResource = namesResource({
  api: permissionApi,
  path: 'security/permissions',
  view: 'Permission',
  model: 'Permission',
  noun: ['permission', 'permissions'],
  table: 'permissions',
  filters: { columns: { id: { kind: 'number' }, name: { kind: 'text' } } },
});

/** `/security/resources/`: what permissions are given on. */
export const viewResource: Resource = {
  ...namesResource({
    api: viewApi,
    path: 'security/resources',
    view: 'ViewMenu',
    model: 'View Menu',
    noun: ['view', 'views'],
    table: 'views',
    filters: { columns: {} },
  }),
  permissions: ['can_info', 'can_post', 'can_get', 'can_put', 'can_delete'],
  create: writing(
    viewApi.create.body,
    async ({ name }, { services: { db } }) => {
      await requireUnique(db, { table: 'views', column: 'name', value: name }, TAKEN);
      const { id } = await db.insertInto('views').values({ name }).returning('id').executeTakeFirstOrThrow();
      return { id, result: { name } };
    },
    422,
  ),
  update: writing(
    viewApi.update.body,
    async ({ name }, id, { services }) => {
      await refuseOwnViews(services.db, [id]);
      const kept = await services.db
        .selectFrom('views')
        .select('name')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (name === undefined || name === kept.name) return { result: { name: kept.name } };
      await requireUnique(services.db, { table: 'views', column: 'name', value: name, except: id }, TAKEN);
      await services.db.updateTable('views').set({ name }).where('id', '=', id).execute();
      services.callers.forget();
      return { result: { name } };
    },
    422,
  ),
  bareUpdate: true,
  remove: async (ids, { services }) => {
    await refuseOwnViews(services.db, ids);
    await services.db.deleteFrom('views').where('id', 'in', ids).execute();
    services.callers.forget();
  },
  noBulkDelete: true,
};

const PAIR_COLUMNS = columnsOf(pairApi.row);

/** `/security/permissions-resources/`: the pairs that roles hold. */
export const pairResource: Resource<PermissionPair, PermissionPair> = {
  api: pairApi,
  path: 'security/permissions-resources',
  view: 'PermissionViewMenu',
  model: 'Permission View Menu',
  noun: ['permission', 'permissions'],
  table: 'permission_views',
  permissions: ['can_info', 'can_post', 'can_get', 'can_put', 'can_delete'],
  verbs: VERBS_BY_METHOD,
  listColumns: PAIR_COLUMNS,
  showColumns: PAIR_COLUMNS,
  orderColumns: PAIR_COLUMNS,
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
  create: writing(
    pairApi.create.body,
    async (body, { services: { db } }) => {
      const pair = await knownPair(db, body);
      await refuseTakenPair(db, pair, undefined);
      const { id } = await db
        .insertInto('permission_views')
        .values(pair)
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, result: body };
    },
    422,
  ),
  update: writing(
    pairApi.update.body,
    async (body, id, { services }) => {
      const { db } = services;
      await refuseOwnPairs(db, [id]);
      const kept = await db
        .selectFrom('permission_views')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const result = { permission_id: kept.permission_id, view_menu_id: kept.view_id, ...body };
      const pair = await knownPair(db, result);
      await refuseTakenPair(db, pair, id);
      await db.updateTable('permission_views').set(pair).where('id', '=', id).execute();
      services.callers.forget();
      return { result };
    },
    422,
  ),
  bareUpdate: true,
  remove: async (ids, { services }) => {
    await refuseOwnPairs(services.db, ids);
    await services.db.deleteFrom('permission_views').where('id', 'in', ids).execute();
    services.callers.forget();
  },
  noBulkDelete: true,
};

const TAKEN = { name: ['Already exists.'] };
/** Permissions on things of the installation, which come and go with them (contract/api.md §3.3). */
const OF_THINGS = ['database_access', 'catalog_access', 'schema_access', 'datasource_access'];
const OWN_VIEWS = new Set([...PERMISSION_CATALOG.keys()].map((pair) => pair.slice(pair.indexOf(' ') + 1)));

/** The installation asks for the views and pairs of its catalog, and those of its things come and go with them: nobody may bend them. */
async function refuseOwnViews(db: Db, ids: number[]): Promise<void> {
  const rows = await db.selectFrom('views').select(['id', 'name']).where('id', 'in', ids).execute();
  const ofThings = await db
    .selectFrom('permission_views')
    .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
    .select('view_id')
    .where('view_id', 'in', ids)
    .where('permissions.name', 'in', OF_THINGS)
    .execute();
  const own = rows.find(
    ({ id, name }) => OWN_VIEWS.has(name) || ofThings.some((pair) => pair.view_id === id),
  );
  if (own) throw forbidden(`The view ${own.name} belongs to the installation and cannot be changed.`);
}

async function refuseOwnPairs(db: Db, ids: number[]): Promise<void> {
  const rows = await db
    .selectFrom('permission_views')
    .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
    .innerJoin('views', 'views.id', 'permission_views.view_id')
    .select(['permissions.name as permission', 'views.name as view'])
    .where('permission_views.id', 'in', ids)
    .execute();
  const own = rows.find(
    ({ permission, view }) =>
      OF_THINGS.includes(permission) || PERMISSION_CATALOG.has(`${permission} ${view}`),
  );
  if (own)
    throw forbidden(
      `The permission ${own.permission} on ${own.view} belongs to the installation and cannot be changed.`,
    );
}

/** A pair of things that are there. Throws 422 for others. */
async function knownPair(db: Db, { permission_id, view_menu_id }: z.output<typeof pairApi.create.body>) {
  const permission = await db
    .selectFrom('permissions')
    .select('id')
    .where('id', '=', permission_id)
    .executeTakeFirst();
  if (!permission) throw unprocessable({ permission_id: ['There is no such permission.'] });
  const view = await db.selectFrom('views').select('id').where('id', '=', view_menu_id).executeTakeFirst();
  if (!view) throw unprocessable({ view_menu_id: ['There is no such view.'] });
  return { permission_id, view_id: view_menu_id };
}

async function refuseTakenPair(
  db: Db,
  pair: { permission_id: number; view_id: number },
  except: number | undefined,
): Promise<void> {
  const known = await db
    .selectFrom('permission_views')
    .select('id')
    .where('permission_id', '=', pair.permission_id)
    .where('view_id', '=', pair.view_id)
    .executeTakeFirst();
  if (known && known.id !== except)
    throw unprocessable({ view_menu_id: ['The permission on this view already exists.'] });
}

/** A resource of names. */
function namesResource(
  facts: Pick<Resource, 'path' | 'view' | 'model' | 'noun' | 'table' | 'filters'> & {
    api: typeof permissionApi | typeof viewApi;
  },
): Resource {
  const columns = columnsOf(facts.api.row);
  const list = async (ids: number[], act: Act) => {
    const { rows } = await sql<
      z.infer<typeof facts.api.row>
    >`select id, name from ${sql.table(facts.table)} where id in (${sql.join(ids)})`.execute(act.services.db);
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

async function pairRows(ids: number[], act: Act): Promise<PermissionPair[]> {
  const rows = await act.services.db
    .selectFrom('permission_views')
    .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
    .innerJoin('views', 'views.id', 'permission_views.view_id')
    .select(['permission_views.id', 'permissions.name as permission', 'views.name as view'])
    .where('permission_views.id', 'in', ids)
    .execute();
  return inOrder(
    ids,
    rows.map(({ id, permission, view }) => ({
      id,
      permission: { name: permission },
      view_menu: { name: view },
    })),
  );
}
