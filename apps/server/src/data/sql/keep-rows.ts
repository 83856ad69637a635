import { ChartroomError } from '@chartroom/model';
import { canMakeTable, canMakeView, createAs, type ParsedStatement, type SqlParser } from '@chartroom/query';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataPorts, RowsKept } from '../ports.ts';
import { refuseForeignWrites } from './table-access.ts';

/**
 * A script whose last statement becomes a table or a view instead of an answer (contract/query.md §5.4). All its rows
 * are kept: no limit applies.
 * @throws ChartroomError 403 where the database allows no such tables or views, 422 for scripts that cannot make one
 */
export async function keepingStatements(
  database: OpenDatabase,
  statements: readonly ParsedStatement[],
  { kind, name }: RowsKept,
  ports: DataPorts,
  parser: SqlParser,
): Promise<string[]> {
  const { source, engine } = database;
  const isTable = kind === 'TABLE';
  if (isTable ? !canMakeTable(statements) : !canMakeView(statements)) {
    const needed = isTable
      ? 'A table can be made when the last statement is a SELECT.'
      : 'A view can be made of one statement, which has to be a SELECT.';
    throw new ChartroomError(needed, {
      status: 422,
      error_type: isTable ? 'INVALID_CTAS_QUERY_ERROR' : 'INVALID_CVAS_QUERY_ERROR',
      level: 'error',
    });
  }
  if (isTable ? !source.allow_ctas : !source.allow_cvas) {
    throw new ChartroomError(`This database does not allow to keep rows as a ${kind.toLowerCase()}.`, {
      status: 403,
      error_type: isTable ? 'INVALID_CTAS_QUERY_ERROR' : 'INVALID_CVAS_QUERY_ERROR',
      level: 'error',
    });
  }
  const made = createAs(statements.at(-1)?.sql ?? '', { kind, name }, engine.dialect);
  await refuseForeignWrites(database, parser.parse(made, engine.dialect), ports);
  return [...statements.slice(0, -1).map((statement) => statement.sql), made];
}
