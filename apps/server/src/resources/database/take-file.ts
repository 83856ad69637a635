import type { FileSource } from '@chartroom/engines';
import { ChartroomError, takesFilesInto } from '@chartroom/model';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { listed } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import type { WithCallers } from '../../security/caller.ts';
import { placeGranted } from '../../security/data-grants.ts';
import type { WithSources } from '../../security/data-sources.ts';
import { datasetResource } from '../dataset/dataset-resource.ts';
import { requireSource } from '../dataset/dataset-source.ts';
import { createDataset, followSource } from '../dataset/dataset-writes.ts';
import { namingFile } from '../files/received-file.ts';
import { requireOwned } from '../resource-queries.ts';
import { databaseExtra } from './database-rows.ts';

/** A file with the table that it is to become. */
export interface FileToTake {
  /** As it was called. */
  name: string;
  source: FileSource;
  schema: string | undefined;
  table: string;
  alreadyExists: 'fail' | 'replace' | 'append';
  onProgress?: (rows: number) => void;
}

/** Makes the table, then the dataset: the caller's own, or the one that is there, brought up to date. */
export async function takeFile(
  file: FileToTake,
  database: Row<'databases'>,
  act: Act<Ground & WithCallers & WithData & WithSources>,
): Promise<{ rows: number; dataset: number }> {
  const data = await act.services.data();
  const schema =
    file.schema || (await (await data.session(database.id, act.caller.principal)).defaultSchema());
  if (database.allow_file_upload === 0 || !takesFilesInto(databaseExtra(database), schema)) {
    throw listed(403, 'GENERIC_COMMAND_ERROR', 'Database schema is not allowed for csv uploads.');
  }
  const known = await knownDataset({ schema, table_name: file.table }, database, act);
  const load = {
    databaseId: database.id,
    schema,
    tableName: file.table,
    source: file.source,
    alreadyExists: file.alreadyExists,
    who: act.caller.principal,
    signal: act.signal,
    ...(file.onProgress && { onProgress: file.onProgress }),
  };
  const { rows } = await namingFile(file.name, () => data.importFile(load));
  await data.forgetDatabase(database.id);
  if (known) {
    await followSource(known.id, act);
    return { rows, dataset: known.id };
  }
  const table = { database: database.id, schema, table_name: file.table };
  try {
    const facts = { ...table, normalize_columns: false, always_filter_main_dttm: false };
    return { rows, dataset: (await createDataset(facts, act)).id };
  } catch (error) {
    // A table that nobody can reach is of no use; one that was there before stays.
    if (file.alreadyExists === 'fail')
      await data.dropTable(database.id, schema, file.table, act.caller.principal);
    throw error;
  }
}

/** Whether the caller may fill a table anew. */
export async function mayFill(
  table: { schema: string | null; table_name: string },
  database: Row<'databases'>,
  act: Act<Ground & WithData>,
): Promise<boolean> {
  try {
    await knownDataset(table, database, act);
    return true;
  } catch (error) {
    if (error instanceof ChartroomError && error.status === 403) return false;
    throw error;
  }
}

/**
 * The dataset on the table that a file is to become, if there is one. Whoever fills a table has to be allowed to read
 * it; without a grant on its place they also have to own that dataset.
 * @throws ChartroomError 403
 */
async function knownDataset(
  table: { schema: string | null; table_name: string },
  database: Row<'databases'>,
  act: Act<Ground & WithData>,
) {
  const { schema, table_name } = table;
  const place = { database_id: database.id, catalog: null, schema };
  await requireSource(database, { ...place, table_name, sql: null, template_params: null }, act);
  const known = await act.services.db
    .selectFrom('datasets')
    .select('id')
    .where('database_id', '=', database.id)
    .where('table_name', '=', table_name)
    .where('schema', schema === null ? 'is' : '=', schema)
    .executeTakeFirst();
  if (known && !placeGranted(act.caller.grants, place)) await requireOwned(datasetResource, [known.id], act);
  return known;
}
