import type { Act } from '../../http/act.ts';
import { notFound } from '../../http/errors.ts';
import type { Row } from '../../records/tables.ts';
import { seenIds } from '../resource-queries.ts';
import { databaseResource } from './database-resource.ts';

/** A database as it stands in the records; undefined when the caller does not see it. */
export async function findDatabase(id: number | undefined, act: Act): Promise<Row<'databases'> | undefined> {
  if (id === undefined || !(await seenIds(databaseResource, [id], act)).has(id)) return undefined;
  return act.services.db.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst();
}

/** That database; 404 when the caller does not see it. */
export async function seenDatabase(id: number | undefined, act: Act): Promise<Row<'databases'>> {
  const database = await findDatabase(id, act);
  if (!database) throw notFound();
  return database;
}
