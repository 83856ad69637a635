import type { CostEstimate } from '@chartroom/engines';
import { ChartroomError } from '@chartroom/model';
import { loadSqlParser, type ParsedStatement } from '@chartroom/query';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataPorts, SqlQuestion } from '../ports.ts';
import { permittedStatements } from './prepare-script.ts';

/**
 * What the engine's planner thinks each statement of a script costs (contract/query.md §5.6).
 * @throws ChartroomError 422 for engines without estimates and for statements that do not read, 403 for tables that may not be read
 */
export async function estimateSql(
  database: OpenDatabase,
  question: SqlQuestion,
  ports: DataPorts,
): Promise<CostEstimate[]> {
  const { session, engine } = database;
  const parser = await loadSqlParser();
  const read = parser.parse(question.sql, engine.dialect);
  const statements =
    read.length > 0 && read.every(isConstant)
      ? read
      : await permittedStatements(database, question, ports, parser);
  if (!session.estimate) throw refusal(`${engine.name} does not tell what a query costs.`);
  if (statements.some(({ isQuery, reads }) => !isQuery || !reads))
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

/**
 * Whether a statement consists of numbers alone. It asks nothing of the data, so that whoever may estimate anything may
 * have it estimated; any other word could name a function or type by which the engine's answer tells what there is.
 */
function isConstant({ tokens }: ParsedStatement): boolean {
  return tokens.every(({ kind, text }) => kind === 'number' || /^(?:select|[-+*/(),])$/i.test(text));
}

function refusal(message: string): ChartroomError {
  return new ChartroomError(message, { status: 422, error_type: 'GENERIC_DB_ENGINE_ERROR', level: 'error' });
}
