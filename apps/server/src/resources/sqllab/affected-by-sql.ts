import { type AffectedBySql, dashboardTitle, isJsonObject, type sqlLabApi } from '@chartroom/model';
import type { z } from 'zod';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import type { Ground } from '../../records/ground.ts';
import { may } from '../../security/caller.ts';
import { datasetResource } from '../dataset/dataset-resource.ts';
import { everyObjectOnDatasets } from '../related-objects.ts';
import { ownedIds, seenIds } from '../resource-queries.ts';
import { unknownDatabase } from './execute-query.ts';

/**
 * What stands on the tables from which a script would take something. The script is not run; whoever may not run it is
 * told so as by running it. What the caller does not see is only counted.
 * @throws ChartroomError 404 for an unknown database, and as running the script would
 */
export async function affectedBySql(
  body: z.output<typeof sqlLabApi.affected.body>,
  act: Act<Ground & WithData>,
): Promise<AffectedBySql> {
  const { db } = act.services;
  const database = await db
    .selectFrom('databases')
    .select('id')
    .where('id', '=', body.database_id)
    .executeTakeFirst();
  if (!database) throw unknownDatabase(body.database_id);
  const question = {
    databaseId: database.id,
    catalog: body.catalog || null,
    schema: body.schema || null,
    sql: body.sql,
    templateParams: isJsonObject(body.template_params) ? body.template_params : {},
    who: act.caller.principal,
    signal: act.signal,
  };
  const ofDatabase = () =>
    db
      .selectFrom('datasets')
      .select(['id', 'catalog', 'schema', 'table_name', 'sql'])
      .where('database_id', '=', database.id)
      .orderBy('id')
      .execute();
  const losses = await (await act.services.data()).sqlLosses(question, ofDatabase);
  const does = new Map(
    losses.toReversed().flatMap((each) => each.datasets.map((id) => [id, each.does] as const)),
  );
  const ids = [...does.keys()].sort((one, other) => one - other);
  const seen = await seenIds(datasetResource, ids, act);
  const owned = may(act.caller, 'can_write', datasetResource.view)
    ? await ownedIds(datasetResource, ids, act)
    : new Set<number>();
  const rows =
    seen.size === 0
      ? []
      : await db
          .selectFrom('datasets')
          .select(['id', 'table_name', 'sql'])
          .where('id', 'in', [...seen])
          .execute();
  const { charts, dashboards, others } = await everyObjectOnDatasets(ids, act);
  return {
    losses: losses.map((each) => ({ does: each.does, schema: each.table.schema, table: each.table.table })),
    datasets: rows.map(({ id, table_name, sql }) => ({
      id,
      table_name,
      does: does.get(id) ?? 'drop',
      // What a virtual dataset selects may be written anew: it does not go with a table.
      may_delete: owned.has(id) && !sql,
    })),
    charts: charts.result.map(({ id, slice_name }) => ({ id, name: slice_name })),
    dashboards: dashboards.result.map(({ id, title }) => ({
      id,
      name: dashboardTitle({ dashboard_title: title }),
    })),
    others: { datasets: ids.length - seen.size, ...others },
  };
}
