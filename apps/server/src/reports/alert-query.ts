import { ChartroomError } from '@chartroom/model';
import { AlertProblem, type AlertVerdict, decideAlert, type Frame } from '@chartroom/query';
import type { SqlRun, WithData } from '../data/ports.ts';
import type { Ground } from '../records/ground.ts';
import { storedObject } from '../records/stored-json.ts';
import type { Row } from '../records/tables.ts';
import type { Caller } from '../security/caller.ts';
import { RunProblem } from './run-services.ts';

/** What an alert's condition says now. */
export interface AlertState extends AlertVerdict {
  /** The value of its query, as it is told; `None` for nothing. */
  shown: string;
}

/** More rows than one are too many: no more are asked for. */
const MOST_ROWS = 2;

/**
 * Asks the query of an alert as somebody, with its template rendered, and decides its condition. Rejects with RunProblem in
 * words that tell nothing of the database.
 */
export async function askAlert(
  alert: Pick<Row<'report_schedules'>, 'sql' | 'database_id' | 'validator_type' | 'validator_config_json'>,
  caller: Caller,
  services: Ground & WithData,
  signal: AbortSignal,
): Promise<AlertState> {
  if (alert.database_id === null) throw new RunProblem('The database of this alert is gone.');
  if (!alert.sql?.trim()) throw new RunProblem('This alert has no query.');
  const run: SqlRun = {
    databaseId: alert.database_id,
    catalog: null,
    schema: null,
    sql: alert.sql,
    templateParams: {},
    who: caller.principal,
    signal,
    limit: MOST_ROWS,
    most: MOST_ROWS,
    onlyReads: true,
    timeout: services.config.QUERY_TIMEOUT,
  };
  const frame = await answerOf(run, services);
  const cell = frame.length === 0 ? null : frame.columns[0]?.values[0];
  try {
    const type = alert.validator_type === 'not null' ? 'not null' : 'operator';
    const verdict = decideAlert(
      { type, config: storedObject(alert.validator_config_json) },
      { columns: frame.columns.map(({ name }) => name), rows: rowsOf(frame) },
    );
    return { ...verdict, shown: wordOf(cell) };
  } catch (error) {
    if (error instanceof AlertProblem) throw new RunProblem(error.message, error);
    throw error;
  }
}

/** The answer of the query; a failing one is tried as often as the settings say. */
async function answerOf(run: SqlRun, services: Ground & WithData): Promise<Frame> {
  const tries = services.config.ALERT_REPORTS_QUERY_EXECUTION_MAX_TRIES;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const data = await services.data();
      return (await data.runSql(run)).frame;
    } catch (error) {
      run.signal.throwIfAborted();
      if (attempt >= tries) throw wordedProblem(error);
    }
  }
}

/** Whoever gets the message is not told what the database says. */
function wordedProblem(error: unknown): RunProblem {
  if (error instanceof RunProblem) return error;
  if (error instanceof ChartroomError && (error.status === 408 || error.status === 504))
    return new RunProblem('A timeout occurred while executing the query.', error);
  if (error instanceof ChartroomError && error.error_type === 'DML_NOT_ALLOWED_ERROR')
    return new RunProblem('The query of an alert may only read.', error);
  if (error instanceof ChartroomError && error.status === 403)
    return new RunProblem('Whom this alert is run as may not run its query.', error);
  return new RunProblem('Alert found an error while executing a query.', error);
}

function rowsOf(frame: Frame): unknown[][] {
  return Array.from({ length: frame.length }, (_, row) => frame.columns.map(({ values }) => values[row]));
}

/** As the reference writes values: `None`, `True`, `False`. */
function wordOf(cell: unknown): string {
  if (cell === null || cell === undefined) return 'None';
  if (cell === true) return 'True';
  if (cell === false) return 'False';
  return String(cell);
}
