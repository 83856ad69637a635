import { ChartroomError } from '@chartroom/model';
import { loadSqlParser } from '@chartroom/query';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataConfig } from '../data-config.ts';
import type { DataPorts, LiveRows, LiveRun, SqlRun, SqlRunResult } from '../ports.ts';
import { isOneReading } from './only-reading.ts';
import { tablePlaces } from './table-access.ts';

/** Rows that are shown. */
const SHOWN = 50;

/** How a script is run: with the rights, the rules and the bounds that hold for whoever runs it. */
type Run = (run: SqlRun) => Promise<SqlRunResult>;

/**
 * The first rows of a statement that somebody is writing, its templates rendered. It is run as every other one, once it is
 * known to be a single one that reads: as it is, and where that takes too long, over the first rows of each table.
 * @throws ChartroomError as `runSql` does
 */
export async function liveSql(
  database: OpenDatabase,
  { cte, ...question }: LiveRun,
  run: Run,
  ports: DataPorts,
  { live_budget: budget, live_sample: rows }: Pick<DataConfig, 'live_budget' | 'live_sample'>,
): Promise<LiveRows> {
  const { dialect } = database.engine;
  const parser = await loadSqlParser();
  const sql = cte === null ? question.sql : parser.cteQuery(question.sql, cte, dialect);
  if (sql === undefined)
    return { state: 'refused', message: `The statement has no common table expression "${cte}".` };
  const statements = parser.parse(sql, dialect);
  const [statement] = statements;
  if (!statement || !isOneReading(statements))
    return { state: 'refused', message: 'Live SQL only reads: it runs one query, and none that writes.' };
  const { schema, catalog } = question;
  const places = await tablePlaces(database, statement.touched, { schema, catalog }, ports);
  if (places.some(({ isBrought }) => isBrought))
    return { state: 'refused', message: 'Live SQL reads no tables of other databases: run the query.' };
  const within = async (text: string): Promise<SqlRunResult | undefined> => {
    try {
      // Of what was rendered nothing is a template any more.
      const { templateParams, ...rest } = question;
      return await run({ ...rest, sql: text, limit: SHOWN, timeout: budget / 1000 });
    } catch (error) {
      if (isLate(error)) return undefined;
      throw error;
    }
  };
  const whole = await within(sql);
  if (whole) return { ...rowsOf(whole), sampled: null, budget };
  const sample = parser.sampled(statement, rows, dialect);
  const part = sample === undefined ? undefined : await within(sample).catch(noSample);
  return part ? { ...rowsOf(part), sampled: rows, budget } : { state: 'late', budget };
}

function rowsOf({ frame, limitingFactor }: SqlRunResult) {
  return { state: 'rows' as const, frame, isCut: limitingFactor === 'DROPDOWN' };
}

function isLate(error: unknown): boolean {
  return error instanceof ChartroomError && error.error_type === 'BACKEND_TIMEOUT_ERROR';
}

/** A statement that can be run may be refused by the engine on a sample, as one that names a column by its schema: then there is none. */
function noSample(error: unknown): undefined {
  if (error instanceof ChartroomError && (error.status === 400 || error.status === 422)) return undefined;
  throw error;
}
