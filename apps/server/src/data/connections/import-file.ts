import { ChartroomError } from '@chartroom/model';
import type { DataService, FileImport } from '../ports.ts';
import type { OpenDatabase } from './session-pool.ts';

/**
 * Makes a table of a received file, all or nothing.
 * @throws ChartroomError 422 when the database takes no files, and what the engine says of a malformed one
 */
export async function importFile(
  { session, source }: OpenDatabase,
  file: FileImport,
): ReturnType<DataService['importFile']> {
  if (!session.load) throw noFiles(source.database_name);
  const rows = await session.load({
    table: { table: file.tableName, ...(file.schema && { schema: file.schema }) },
    mode: file.alreadyExists,
    source: file.source,
    signal: file.signal,
    onProgress: file.onProgress,
  });
  return { rows };
}

/** Removes a table that a file became. */
export async function dropTable(
  { session, source }: OpenDatabase,
  schema: string | null,
  table: string,
): Promise<void> {
  if (!session.dropTable) throw noFiles(source.database_name);
  await session.dropTable({ table, ...(schema && { schema }) });
}

function noFiles(name: string): ChartroomError {
  return new ChartroomError(`The database "${name}" does not take files.`, {
    status: 422,
    error_type: 'GENERIC_COMMAND_ERROR',
    shape: 'message',
  });
}
