import type { Act } from '../http/act.ts';
import type { Db } from '../records/records.ts';
import type { Row } from '../records/tables.ts';
import { changedNow, createdNow } from '../resources/people.ts';
import { writeQuery } from '../resources/saved-queries/query-versions.ts';
import type { QueryFile, ThemeFile } from './bundle-schemas.ts';
import { type ImportOptions, mayReferToExisting, nowhere } from './import-options.ts';
import { importError } from './import-problems.ts';
import { BUNDLE_TYPES, type Document } from './parse-bundle.ts';

/** Stores the saved queries of a bundle as the caller's own. A query without a database is stored without one. */
export async function importQueries(
  documents: Document<QueryFile>[],
  databases: ReadonlyMap<string, Row<'databases'>>,
  options: ImportOptions,
  records: Db,
  act: Act,
): Promise<number[]> {
  const ids: number[] = [];
  for (const { path, content } of documents) {
    const known = await records
      .selectFrom('saved_queries')
      .select('id')
      .where('uuid', '=', content.uuid)
      .executeTakeFirst();
    if (known && !options.overwrites.has('saved_query')) {
      ids.push(known.id);
      continue;
    }
    const database =
      databases.get(content.database_uuid) ??
      (mayReferToExisting(options)
        ? await records
            .selectFrom('databases')
            .select('id')
            .where('uuid', '=', content.database_uuid)
            .executeTakeFirst()
        : undefined);
    if (!database && content.database_uuid !== '') {
      const problem = { database_uuid: [nowhere('database', content.database_uuid, options)] };
      throw importError(BUNDLE_TYPES[options.kind].model, { [path]: problem });
    }
    ids.push(await storeQuery(content, database?.id ?? null, known?.id, records, act));
  }
  return ids;
}

async function storeQuery(
  content: QueryFile,
  databaseId: number | null,
  known: number | undefined,
  records: Db,
  act: Act,
): Promise<number> {
  const values = {
    database_id: databaseId,
    catalog: content.catalog ?? null,
    schema: content.schema ?? null,
    label: content.label ?? null,
    description: content.description ?? null,
    sql: content.sql,
    sql_tables: null,
  };
  if (known !== undefined) {
    await writeQuery(
      records,
      known,
      { ...values, ...changedNow(act) },
      {
        kept: act.services.config.SAVED_QUERY_VERSIONS_KEPT,
        words: 'imported from a file',
      },
    );
    return known;
  }
  const fresh = { template_parameters: null, extra_json: '{}', rows: null, last_run: null };
  const { id } = await records
    .insertInto('saved_queries')
    .values({ ...values, ...fresh, ...createdNow(act), uuid: content.uuid })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores the themes of a bundle; themes of the installation itself stay as they are. Answers uuid → id. */
export async function importThemes(
  documents: Document<ThemeFile>[],
  options: ImportOptions,
  records: Db,
  act: Act,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { path, content } of documents) {
    const values = { theme_name: content.theme_name, json_data: JSON.stringify(content.json_data ?? {}) };
    const known = await records
      .selectFrom('themes')
      .select(['id', 'is_system'])
      .where('uuid', '=', content.uuid)
      .executeTakeFirst();
    if (known && options.overwrites.has('theme') && known.is_system === 0) {
      await records
        .updateTable('themes')
        .set({ ...values, ...changedNow(act) })
        .where('id', '=', known.id)
        .execute();
    }
    if (known && known.is_system === 1)
      options.leaveOut(path, 'A theme of the installation itself stays as it is');
    const made =
      known ??
      (await records
        .insertInto('themes')
        .values({
          ...values,
          ...createdNow(act),
          uuid: content.uuid,
          is_system: 0,
          is_system_default: 0,
          is_system_dark: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow());
    ids.set(content.uuid, made.id);
  }
  return ids;
}
