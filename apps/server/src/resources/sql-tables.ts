import { type Bounds, ChartroomError, type QueryTable } from '@chartroom/model';
import type { TableName } from '@chartroom/query';
import { isOneReading } from '../data/sql/only-reading.ts';

/** What a text of SQL does with which tables. */
export interface TouchedBy {
  tables: TableName[];
  isTransparent: boolean;
  isReading: boolean;
}

/**
 * Tables that a text of SQL touches, whether those are all it may reach, and whether it is one statement that reads. Undefined for a backend that no engine
 * speaks. Throws INVALID_SQL_ERROR (422) for text that is no SQL. Loads the parser, which is large.
 */
export async function tablesIn(
  text: string,
  backend: string,
  bounds: Bounds,
): Promise<TouchedBy | undefined> {
  const [{ loadSqlParser, requireBoundedSql }, { engineById }] = await Promise.all([
    import('@chartroom/query'),
    import('@chartroom/engines'),
  ]);
  const dialect = engineById(backend)?.dialect;
  if (!dialect) return undefined;
  requireBoundedSql('sql', text, dialect, bounds);
  const statements = (await loadSqlParser()).parse(text, dialect);
  return {
    tables: statements.flatMap((statement) => statement.touched),
    isTransparent: statements.every((statement) => statement.isTransparent),
    isReading: isOneReading(statements),
  };
}

/** Tables that a text names, as records keep them: JSON; none where it cannot be read, for people write what is not finished. */
export async function keptTables(
  text: string | null | undefined,
  backend: string | undefined,
  bounds: Bounds,
): Promise<string> {
  if (!text?.trim() || !backend) return '[]';
  try {
    return JSON.stringify((await tablesIn(text, backend, bounds))?.tables ?? []);
  } catch (error) {
    if (error instanceof ChartroomError) return '[]';
    throw error;
  }
}

/** The tables that records keep so. */
export function storedTables(text: string | null): QueryTable[] {
  const tables: QueryTable[] = text ? JSON.parse(text) : [];
  return tables;
}
