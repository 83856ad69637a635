import type { Db } from '../records/records.ts';
import { ensurePair } from '../security/role-setup.ts';

/** Lets somebody read the first datasets alone, as many as said. Who is known already has to be forgotten by `callers`. */
export async function grantDatasets(db: Db, userId: number, count: number): Promise<void> {
  const role = await db
    .insertInto('roles')
    .values({ name: `part for ${userId}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('user_roles').values({ user_id: userId, role_id: role.id }).execute();
  const datasets = await db
    .selectFrom('datasets')
    .select(['id', 'table_name'])
    .orderBy('id')
    .limit(count)
    .execute();
  for (const { id, table_name } of datasets) {
    const name = `[uploads].[${table_name}](id:${id})`;
    await ensurePair(db, 'datasource_access', name);
    const pair = await db
      .selectFrom('permission_views')
      .innerJoin('views', 'views.id', 'permission_views.view_id')
      .select('permission_views.id')
      .where('views.name', '=', name)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('role_permissions')
      .values({ role_id: role.id, permission_view_id: pair.id })
      .execute();
  }
}
