import { ChartroomError } from '@chartroom/model';

/** The error of a load that may not touch a table which is there (422). */
export function tableIsThere(table: string, engine_name: string): ChartroomError {
  return new ChartroomError(`Table "${table}" already exists.`, {
    status: 422,
    error_type: 'GENERIC_COMMAND_ERROR',
    extra: { engine_name },
  });
}

/** Throws when a file has columns that the table to which it is added has not (422). */
export function refuseUnknownColumns(
  columns: readonly string[],
  existing: readonly string[],
  engine_name: string,
): void {
  const unknown = columns.filter((column) => !existing.includes(column));
  if (unknown.length === 0) return;
  throw new ChartroomError(`The table has no column ${unknown.map((column) => `"${column}"`).join(', ')}.`, {
    status: 422,
    error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
    extra: { engine_name },
  });
}
