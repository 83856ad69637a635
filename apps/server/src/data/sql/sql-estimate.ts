import type { CostEstimate, EstimateOptions } from '@chartroom/engines';
import { ChartroomError, type PlanStep } from '@chartroom/model';
import { loadSqlParser, type ParsedStatement } from '@chartroom/query';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataConfig } from '../data-config.ts';
import type { DataPorts, SqlQuestion } from '../ports.ts';
import { estimateAcross } from './across-estimate.ts';
import { permittedStatements, ruledStatements } from './prepare-script.ts';

/**
 * What the engine's planner thinks each statement of a script costs (contract/query.md §5.6).
 * @throws ChartroomError 422 for engines without estimates and for statements that do not read, 403 for tables that may not be read
 */
export async function estimateSql(
  database: OpenDatabase,
  question: SqlQuestion,
  ports: DataPorts,
  config: DataConfig,
): Promise<CostEstimate[]> {
  const { session, engine } = database;
  const statements = await statementsOf(database, question, ports, config);
  if (session.runWith) {
    const { who, schema, catalog, signal } = question;
    const asker = { who, usual: { schema, catalog }, ports, config };
    const across = await estimateAcross(database, statements, asker, signal);
    if (across) return across;
  }
  if (!session.estimate) throw refusal(`${engine.name} does not tell what a query costs.`);
  requireReading(statements);
  const estimates: CostEstimate[] = [];
  for (const { sql } of statements) {
    question.signal.throwIfAborted();
    estimates.push(...(await session.estimate(sql, optionsOf(question))));
  }
  return estimates;
}

/** On which way the engine would answer each statement of a script; none where it does not tell. @throws as `estimateSql` */
export async function planSql(
  database: OpenDatabase,
  question: SqlQuestion,
  ports: DataPorts,
  config: DataConfig,
): Promise<PlanStep[]> {
  const statements = await statementsOf(database, question, ports, config);
  requireReading(statements);
  const plans: PlanStep[] = [];
  for (const { sql } of database.session.plan ? statements : []) {
    question.signal.throwIfAborted();
    const plan = await database.session.plan?.(sql, optionsOf(question));
    if (plan) plans.push(plan);
  }
  return plans;
}

/** The statements as they would be run: with the rules that hold for whoever asks. */
async function statementsOf(
  database: OpenDatabase,
  question: SqlQuestion,
  ports: DataPorts,
  config: DataConfig,
): Promise<ParsedStatement[]> {
  const parser = await loadSqlParser();
  const read = parser.parse(question.sql, database.engine.dialect);
  if (read.length > 0 && read.every(isConstant)) return read;
  const permitted = await permittedStatements(database, question, ports, parser);
  return ruledStatements(database, question, ports, config, permitted);
}

function optionsOf({ schema, catalog, signal }: SqlQuestion): EstimateOptions {
  return { signal, ...(schema !== null && { schema }), ...(catalog !== null && { catalog }) };
}

function requireReading(statements: readonly ParsedStatement[]): void {
  if (statements.some(({ isQuery, reads }) => !isQuery || !reads))
    throw refusal('Only the cost of queries that read can be estimated.');
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
