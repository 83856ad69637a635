import type { Act } from '../../http/act.ts';
import { unprocessable } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import type { WithCallers } from '../../security/caller.ts';
import { datasetView } from '../../security/data-grants.ts';
import type { WithSources } from '../../security/data-sources.ts';
import { ensurePair } from '../../security/role-setup.ts';
import { createdNow } from '../people.ts';
import { seenIds } from '../resource-queries.ts';
import { datasetResource } from './dataset-resource.ts';
import { datasetsChanged } from './dataset-writes.ts';

const notCopied = () => unprocessable('Dataset parameters are invalid.');

/**
 * Makes a virtual dataset anew under another name, with its columns and metrics, owned by the caller; answers its id.
 * @throws ChartroomError 422 for one that the caller does not see, that is not virtual, or whose new name is taken
 */
export async function copyDataset(
  wanted: { base_model_id: number; table_name: string },
  act: Act<Ground & WithCallers & WithSources>,
): Promise<number> {
  const { db, uuid } = act.services;
  const isSeen = (await seenIds(datasetResource, [wanted.base_model_id], act)).has(wanted.base_model_id);
  if (!isSeen) throw notCopied();
  const base = await db
    .selectFrom('datasets')
    .selectAll()
    .where('id', '=', wanted.base_model_id)
    .executeTakeFirstOrThrow();
  const taken = await db
    .selectFrom('datasets')
    .select('id')
    .where('table_name', '=', wanted.table_name)
    .where('database_id', '=', base.database_id)
    .executeTakeFirst();
  if (!base.sql || taken) throw notCopied();
  const database = await db
    .selectFrom('databases')
    .select('database_name')
    .where('id', '=', base.database_id)
    .executeTakeFirstOrThrow();
  const columns = await db
    .selectFrom('dataset_columns')
    .selectAll()
    .where('dataset_id', '=', base.id)
    .orderBy('id')
    .execute();
  const metrics = await db
    .selectFrom('dataset_metrics')
    .selectAll()
    .where('dataset_id', '=', base.id)
    .orderBy('id')
    .execute();
  const fresh = createdNow(act);
  const dated = { created_on: fresh.created_on, changed_on: fresh.changed_on };
  const id = await db.transaction().execute(async (records) => {
    const { id: _, ...rest } = base;
    const made = await records
      .insertInto('datasets')
      .values({ ...rest, ...fresh, uuid: uuid(), table_name: wanted.table_name, main_dttm_col: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { id: _, ...column } of columns) {
      await records
        .insertInto('dataset_columns')
        .values({ ...column, ...dated, uuid: uuid(), dataset_id: made.id })
        .execute();
    }
    for (const { id: _, ...metric } of metrics) {
      await records
        .insertInto('dataset_metrics')
        .values({ ...metric, ...dated, uuid: uuid(), dataset_id: made.id })
        .execute();
    }
    if (act.caller.user)
      await records
        .insertInto('dataset_owners')
        .values({ dataset_id: made.id, user_id: act.caller.user.id })
        .execute();
    await ensurePair(
      records,
      'datasource_access',
      datasetView(database.database_name, { id: made.id, table_name: wanted.table_name }),
    );
    return made.id;
  });
  datasetsChanged(act);
  return id;
}
