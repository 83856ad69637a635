import type { CostEstimate } from '@chartroom/engines';
import { ChartroomError } from '@chartroom/model';
import { loadSqlParser } from '@chartroom/query';
import type { DataPorts, SqlQuestion } from './ports.ts';
import type { OpenDatabase } from './session-pool.ts';
import { permittedStatements } from './sql-run.ts';

/**
 * What the engine's planner thinks each statement of a script costs (contract/query.md §5.6).
 * @throws ChartroomError 422 for engines without estimates and for statements that do not read, 403 for tables that may not be read
 */
export async function estimateSql(database: OpenDatabase, question: SqlQuestion, ports: DataPorts): Promise<CostEstimate[]> {
  const { session, engine } = database;
  const parser = await loadSqlParser();
  const statements = await permittedStatements(database, question, ports, parser);
  if (!session.estimate) throw refusal(`${engine.name} does not tell what a query costs.`);
  if (statements.some(({ isQuery, isMutating }) => !isQuery || isMutating))
    throw refusal('Only the cost of queries that read can be estimated.');
  const { schema, catalog, signal } = question;
  const options = { signal, ...(schema !== null && { schema }), ...(catalog !== null && { catalog }) };
  const estimates: CostEstimate[] = [];
  for (const { sql } of statements) {
    signal.throwIfAborted();
    estimates.push(...(await session.estimate(sql, options)));
  }
  return estimates;
}

function refusal(message: string): ChartroomError {
  return new ChartroomError(message, { status: 422, error_type: 'GENERIC_DB_ENGINE_ERROR', level: 'error' });
}
