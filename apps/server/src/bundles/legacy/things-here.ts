import type { Db } from '../../records/records.ts';
import { mappingOf, numberOf } from './legacy-objects.ts';

/** Finds what is here already as old documents name it: by names, and by the ids that things had where they come from. */
export interface ThingsHere {
  /** Uuid of the database of this name. */
  database(name: string): Promise<string | undefined>;
  /** Uuid of the dataset of this name in a database. */
  dataset(database: string, schema: string | null, table: string): Promise<string | undefined>;
  /** Uuid of the chart, the dashboard that came with this id. */
  chart(remoteId: number): string | undefined;
  dashboard(remoteId: number): string | undefined;
}

/** Looks once at what came from elsewhere. */
export async function thingsHere(db: Db): Promise<ThingsHere> {
  const charts = await db
    .selectFrom('charts')
    .select(['uuid', 'params as document'])
    .where('params', 'like', '%"remote_id"%')
    .execute();
  const dashboards = await db
    .selectFrom('dashboards')
    .select(['uuid', 'json_metadata as document'])
    .where('json_metadata', 'like', '%"remote_id"%')
    .execute();
  const [byChart, byDashboard] = [byRemoteId(charts), byRemoteId(dashboards)];
  return {
    database: async (name) =>
      (await db.selectFrom('databases').select('uuid').where('database_name', '=', name).executeTakeFirst())
        ?.uuid,
    dataset: async (database, schema, table) => {
      const rows = await db
        .selectFrom('datasets')
        .innerJoin('databases', 'databases.id', 'datasets.database_id')
        .select(['datasets.uuid', 'datasets.schema'])
        .where('databases.uuid', '=', database)
        .where('table_name', '=', table)
        .execute();
      return rows.find((row) => (row.schema || null) === (schema || null))?.uuid;
    },
    chart: (remoteId) => byChart.get(remoteId),
    dashboard: (remoteId) => byDashboard.get(remoteId),
  };
}

function byRemoteId(rows: { uuid: string; document: string | null }[]): Map<number, string> {
  const pairs = rows.flatMap(({ uuid, document }): [number, string][] => {
    const id = numberOf(mappingOf(document).remote_id);
    return id === undefined ? [] : [[id, uuid]];
  });
  return new Map(pairs);
}
