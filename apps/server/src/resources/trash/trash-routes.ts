import { trashApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { Act } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { notFound } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import { datasetsChanged } from '../dataset/dataset-writes.ts';
import { peopleOf } from '../people.ts';
import type { ResourceServices } from '../resource-act.ts';
import { emptyOld, forgetVersions, knownKind, mayRestore, restoreFromTrash, type TrashRow } from './trash.ts';

const COLUMNS = ['id', 'kind', 'object_id', 'name', 'owners', 'deleted_on', 'deleted_by_id'] as const;

/** What was deleted, and can be put back for a while. */
export function registerTrash(app: FastifyInstance, services: ResourceServices): void {
  const defineRoute = routesOf(app, services);
  const { db, config } = services;
  defineRoute({
    ...trashApi.list,
    access: 'signed-in',
    handle: async ({ act }) => {
      await emptyOld(db, act);
      const rows = (await db.selectFrom('trash').select(COLUMNS).orderBy('id', 'desc').execute()).filter(
        (row) => mayRestore(row, act),
      );
      const people = await peopleOf(
        db,
        rows.map(({ deleted_by_id }) => deleted_by_id),
      );
      const result = rows.flatMap(({ id, kind, object_id, name, deleted_on, deleted_by_id }) => {
        const known = knownKind(kind);
        if (!known) return [];
        const person = people.get(deleted_by_id ?? -1);
        const ends = new Date(Date.parse(deleted_on) + config.TRASH_DAYS * 86_400_000).toISOString();
        const deleted_by = person
          ? { id: person.id, first_name: person.first_name, last_name: person.last_name }
          : null;
        return [
          {
            id,
            kind: known,
            object_id,
            name,
            deleted_on: zoneless(deleted_on),
            deleted_by,
            ends_on: zoneless(ends),
          },
        ];
      });
      return { count: result.length, result };
    },
  });
  defineRoute({
    ...trashApi.restore,
    access: 'signed-in',
    handle: async ({ id, act }) => {
      if (id === undefined) throw notFound();
      const { things, leftOut } = await db
        .transaction()
        .execute((records) => restoreFromTrash(records, id, act));
      if (things.some(({ kind }) => kind === 'dataset')) {
        datasetsChanged(act);
        services.callers.forget();
      }
      return { result: things, left_out: leftOut };
    },
  });
  defineRoute({
    ...trashApi.remove,
    access: 'signed-in',
    handle: async ({ id, act }) => {
      const row = await ownRow(id, act);
      await db.transaction().execute(async (records) => {
        await records.deleteFrom('trash').where('id', '=', row.id).execute();
        await forgetVersions(records, [row]);
      });
      return { message: 'OK' };
    },
  });
}

async function ownRow(id: number | undefined, act: Act): Promise<TrashRow> {
  if (id === undefined) throw notFound();
  const row: TrashRow | undefined = await act.services.db
    .selectFrom('trash')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || !mayRestore(row, act)) throw notFound();
  return row;
}
