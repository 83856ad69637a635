import {
  type ColumnDescription,
  dialects,
  type Result,
  type RunOptions,
  type ScriptOptions,
} from '@chartroom/engines';
import { ChartroomError, ownMember } from '@chartroom/model';
import {
  type Frame,
  firstRowsOf,
  LinesAsCsv,
  loadSqlParser,
  type ScriptDialect,
  type SyntaxProblem,
  uniqueNames,
} from '@chartroom/query';
import { readFrame } from '../chart-data/read-frame.ts';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataConfig } from '../data-config.ts';
import type { DataPorts, EncodedAnswer, SqlFile, SqlRun, SqlRunResult, UsualPlace } from '../ports.ts';
import { runAcross } from './across-run.ts';
import { type AcrossAsker, refuseBrought } from './across-tables.ts';
import { EarlierAnswers, firstRows } from './earlier-answers.ts';
import { type FileGround, isOfUsualSigns, type LabFileMaking, labFile, labFileOfLines } from './lab-file.ts';
import { isOneReading, notOneReading } from './only-reading.ts';
import { prepareScript, refuseFunctions, requireBoundedScript, type Script } from './prepare-script.ts';

/** SQL of no engine in particular. */
const PLAIN_SQL: ScriptDialect = {
  id: 'generic',
  parser: 'generic',
  lexical: {
    backticks: true,
    bracketIdentifiers: false,
    backslashEscapes: false,
    escapeStrings: false,
    dollarQuotes: true,
    hashComments: false,
    nestedComments: false,
  },
};

/** What is done before and after statements that write. */
export type AroundWrites = <Value>(work: () => Promise<Value>) => Promise<Value>;

/**
 * Runs what somebody wrote, statement by statement: the rows of the last one, and what those before it answered
 * (contract/query.md §5).
 * @throws ChartroomError 403 for tables that may not be read, 422 for text that is no SQL, and what the engine says
 */
export async function runSql(
  database: OpenDatabase,
  run: SqlRun,
  ports: DataPorts,
  config: DataConfig,
  around: AroundWrites = (work) => work(),
): Promise<SqlRunResult> {
  const script = await prepareScript(database, run, ports, config);
  const earlier = new EarlierAnswers(script);
  const statements = () =>
    database.inTurn(run.signal, () => runStatements(database, script, run, { ports, config }, earlier));
  const frame = await (script.writes ? around(statements) : statements());
  // One row more than wanted is asked for and read, to see whether there are more.
  const more = frame.length > script.limit;
  return {
    frame: more ? firstRows(frame, script.limit) : frame,
    statement: script.written.at(-1) ?? '',
    earlier: earlier.found,
    executedSql: script.statements.join(';\n\n'),
    wholeSql: script.unlimited.join(';\n\n'),
    limitingFactor: more ? script.factor : 'NOT_LIMITED',
    limit: script.limit,
    takesAway: script.takesAway,
    tables: script.tables,
  };
}

/** Refuses what may not be run, and says whether it writes; runs nothing. @throws ChartroomError as `runSql` does */
export async function checkSql(
  database: OpenDatabase,
  run: SqlRun,
  ports: DataPorts,
  config: DataConfig,
): Promise<{ writes: boolean }> {
  const { writes } = await prepareScript(database, run, ports, config);
  return { writes };
}

/**
 * The rows of the last statement as a file, as they arrive. Nothing is written a second time: of a script that writes, the
 * last statement alone is run again. @throws ChartroomError 422 when that one writes itself
 */
export async function exportSql(
  database: OpenDatabase,
  run: SqlFile,
  ports: DataPorts,
  config: DataConfig,
  room: FileGround['room'],
): Promise<EncodedAnswer> {
  const script = await prepareScript(database, run, ports, config);
  if (script.writes && !script.lastReads) {
    throw new ChartroomError('Fetching the rows of this query again would write again.', {
      status: 422,
      error_type: 'GENERIC_COMMAND_ERROR',
      level: 'error',
    });
  }
  const reading = {
    ...script,
    statements: script.writes ? script.statements.slice(-1) : script.statements,
    writes: false,
  };
  const { format, tellsCut, signal } = run;
  const { home, csv } = config;
  const making = { format, most: script.limit, tellsCut, signal };
  const ground = { home, csv, room, now: ports.now };
  if (format === 'csv' && isOfUsualSigns(ground)) {
    const file = await fileOfLines(database, reading, optionsOf(reading, run, config), making, ground);
    if (file) return file;
  }
  const result = await runReading(database, reading, run, { ports, config });
  return labFile(result, making, ground);
}

/**
 * The file out of lines that the engine writes itself; undefined where it does not, or what is asked or answered is none of
 * what it writes as we would. What is wrong with the statement is then told by whoever runs it.
 */
async function fileOfLines(
  { session }: OpenDatabase,
  { statements }: Script,
  options: RunOptions,
  making: LabFileMaking,
  ground: FileGround,
): Promise<EncodedAnswer | undefined> {
  const [only = '', ...others] = statements;
  // It is put into another statement: nothing may look like the end of that one.
  if (!session.lines || others.length > 0 || only.includes(';')) return undefined;
  const unused = new AbortController();
  const signal = AbortSignal.any([options.signal, unused.signal]);
  const lines = await session.lines(only, { ...options, signal }).catch(() => undefined);
  options.signal.throwIfAborted();
  if (lines && LinesAsCsv.takes(lines.read)) return labFileOfLines(lines, making, ground);
  unused.abort();
  return undefined;
}

/** Lays SQL out in the dialect of an engine; of an unknown one in none. */
export async function formatSql(sql: string, backend: string, { bounds }: DataConfig): Promise<string> {
  const dialect = ownMember(dialects, backend) ?? PLAIN_SQL;
  requireBoundedScript(sql, dialect, bounds, true);
  const parser = await loadSqlParser();
  return parser.format(sql, dialect);
}

/** The first thing in a text that an engine cannot read; undefined when there is none. */
export async function sqlProblem(
  sql: string,
  backend: string,
  { bounds }: DataConfig,
): Promise<SyntaxProblem | undefined> {
  const dialect = ownMember(dialects, backend) ?? PLAIN_SQL;
  requireBoundedScript(sql, dialect, bounds);
  const parser = await loadSqlParser();
  return parser.problemOf(sql, dialect);
}

/** Columns that the SQL of a virtual dataset yields; it has to be one statement that reads, and calls nothing that is closed. */
export async function describeSql(
  database: OpenDatabase,
  sql: string,
  { schema, catalog }: UsualPlace,
  { config, ports }: Ground,
): Promise<ColumnDescription[]> {
  const { dialect } = database.engine;
  requireBoundedScript(sql, dialect, config.bounds);
  const parser = await loadSqlParser();
  const statements = parser.parse(sql, dialect);
  refuseFunctions(parser.refusedCalls(statements, dialect));
  if (!isOneReading(statements)) throw notOneReading();
  await refuseBrought(database, statements, { schema, catalog }, ports);
  const timeoutMs = config.query_timeout * 1000;
  const signal = AbortSignal.timeout(timeoutMs);
  const result = await database.session.run(firstRowsOf(sql, 1, dialect), {
    signal,
    timeoutMs,
    readOnly: true,
    ...(schema && { schema }),
    ...(catalog && { catalog }),
  });
  for await (const _ of result.batches);
  const names = uniqueNames(result.columns.map(({ name }) => name));
  return result.columns.map(({ nativeType }, index) => ({
    name: names[index] ?? '',
    nativeType,
    nullable: true,
    default: null,
    comment: null,
  }));
}

async function runStatements(
  database: OpenDatabase,
  script: Script,
  run: SqlRun,
  ground: Ground,
  earlier?: EarlierAnswers,
): Promise<Frame> {
  const { statements } = script;
  const parts = database.session.runScript ? [statements] : statements.map((statement) => [statement]);
  let ended = 0;
  const tell = (statement: number) => run.onProgress?.(Math.round((100 * statement) / statements.length));
  let frame: Frame = { columns: [], length: 0 };
  for (const part of parts) {
    run.signal.throwIfAborted();
    const options = {
      ...optionsOf(script, run, ground.config),
      onStatement: tell,
      onAnswer: earlier && ((answer: Result) => earlier.read(answer)),
    };
    const begun = ended;
    const result = await runPart(database, part, options, {
      ...askerOf(run, ground),
      tell: (percent, told) =>
        run.onProgress?.(Math.round((100 * begun + percent * part.length) / statements.length), told),
    });
    ended += part.length;
    if (earlier && ended < statements.length) await earlier.read(result);
    else frame = await readFrame(result, uniqueNames(result.columns.map(({ name }) => name)));
    tell(ended);
  }
  return frame;
}

/** The rows of the last statement of a script that writes nothing. */
async function runReading(
  database: OpenDatabase,
  script: Script,
  run: SqlRun,
  ground: Ground,
): Promise<Result> {
  const { statements } = script;
  const options = optionsOf(script, run, ground.config);
  const asker = { ...askerOf(run, ground), tell: undefined };
  if (database.session.runScript) return runPart(database, statements, options, asker);
  await runStatements(database, { ...script, statements: statements.slice(0, -1) }, run, ground);
  return runPart(database, statements.slice(-1), options, asker);
}

/** What runs are made with. */
interface Ground {
  ports: DataPorts;
  config: DataConfig;
}

function askerOf({ who, schema, catalog }: SqlRun, ground: Ground): AcrossAsker {
  return { who, usual: { schema, catalog }, ...ground };
}

/** One statement, or all of a script where the engine runs them together. */
function runPart(
  database: OpenDatabase,
  part: readonly string[],
  options: ScriptOptions,
  asker: Parameters<typeof runAcross>[3],
): Promise<Result> {
  const [only = '', ...others] = part;
  return others.length > 0 && database.session.runScript
    ? database.session.runScript(part, options)
    : runAcross(database, only, options, asker);
}

function optionsOf(script: Script, run: SqlRun, config: DataConfig): RunOptions {
  return {
    signal: run.signal,
    timeoutMs: (run.timeout ?? config.sqllab_timeout) * 1000,
    readOnly: !script.writes,
    ...(Number.isFinite(script.limit) && { maxRows: script.limit + 1 }),
    ...(run.most !== undefined && { streamedBytes: config.bounds.MAX_FILE_BYTES }),
    ...(run.schema && { schema: run.schema }),
    ...(run.catalog && { catalog: run.catalog }),
    ...(run.onTracked && { onTracked: (url) => run.onTracked?.(url) }),
  };
}
