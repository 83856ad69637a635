import type { LabQuery } from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import { notFound } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import type { Row } from '../../records/tables.ts';
import { nameOf, peopleOf } from '../people.ts';
import { toldExtra } from './query-extra.ts';

/** Queries of SQL Lab as its screens know them (contract/api.md §2.5, `QO`). */
export async function queryObjects(rows: Row<'queries'>[], act: Act): Promise<LabQuery[]> {
  const { db } = act.services;
  const databases = await db
    .selectFrom('databases')
    .select(['id', 'database_name'])
    .where('id', 'in', [0, ...rows.map((row) => row.database_id)])
    .execute();
  const names = new Map(databases.map((row) => [row.id, row.database_name]));
  const people = await peopleOf(
    db,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) => ({
    id: row.client_id,
    queryId: row.id,
    serverId: row.id,
    changed_on: zoneless(row.changed_on),
    dbId: row.database_id,
    db: names.get(row.database_id) ?? null,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    executedSql: row.executed_sql,
    sqlEditorId: row.sql_editor_id,
    tab: row.tab_name,
    state: row.status,
    progress: row.progress,
    rows: row.rows,
    limit: row.limit,
    limitingFactor: row.limiting_factor,
    ctas: row.select_as_cta === 1,
    tempSchema: row.tmp_schema_name,
    tempTable: row.tmp_table_name,
    errorMessage: row.error_message,
    startDttm: row.start_time,
    endDttm: row.end_time,
    resultsKey: row.results_key,
    trackingUrl: row.tracking_url,
    userId: row.user_id,
    user: nameOf(people.get(row.user_id ?? -1)),
    extra: toldExtra(row.extra),
  }));
}

/** One query in that form. */
export async function queryObject(row: Row<'queries'>, act: Act): Promise<LabQuery> {
  const [object] = await queryObjects([row], act);
  if (!object) throw notFound();
  return object;
}
