import {
  type ColumnDescription,
  dialects,
  type Result,
  type RunOptions,
  type ScriptOptions,
} from '@chartroom/engines';
import { type Bounds, ChartroomError, ownMember } from '@chartroom/model';
import {
  CsvEncoder,
  type Frame,
  firstRowsOf,
  loadSqlParser,
  type ParsedStatement,
  requireBoundedSql,
  type ScriptDialect,
  type SqlParser,
  type SyntaxProblem,
  type TableName,
  uniqueNames,
} from '@chartroom/query';
import { keepingStatements } from './keep-rows.ts';
import { isOneReading, notOneReading } from './only-reading.ts';
import type { DataConfig, DataPorts, SqlRun, SqlRunResult } from './ports.ts';
import { asBuffer, readFrame } from './read-frame.ts';
import { rulePlace, toldNothing } from './render-request.ts';
import { withRules } from './ruled-sql.ts';
import type { OpenDatabase } from './session-pool.ts';
import { refuseForeignWrites, requireTables, type UsualPlace } from './table-access.ts';

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

type Factor = SqlRunResult['limitingFactor'];

/** A script that may be run: its statements as they will be sent. */
interface Script {
  statements: string[];
  /** Whether any of them writes. */
  writes: boolean;
  /** Rows that are wanted of the last statement. */
  limit: number;
  factor: Factor;
  /** Whether the last statement is a query that writes nothing. */
  lastReads: boolean;
  tables: TableName[];
}

/**
 * Runs what somebody wrote, statement by statement, and answers the rows of the last one (contract/query.md §5).
 * @throws ChartroomError 403 for tables that may not be read, 422 for text that is no SQL, and what the engine says
 */
export async function runSql(
  database: OpenDatabase,
  run: SqlRun,
  ports: DataPorts,
  config: DataConfig,
): Promise<SqlRunResult> {
  const script = await prepareScript(database, run, ports, config);
  const frame = await database.inTurn(run.signal, () => runStatements(database, script, run, config));
  // One row more than wanted is asked for and read, to see whether there are more.
  const more = frame.length > script.limit;
  return {
    frame: more ? firstRows(frame, script.limit) : frame,
    executedSql: script.statements.join(';\n\n'),
    limitingFactor: more ? script.factor : 'NOT_LIMITED',
    limit: script.limit,
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
 * The rows of the last statement as CSV, as they arrive. Nothing is written a second time: of a script that writes, the
 * last statement alone is run again. @throws ChartroomError 422 when that one writes itself
 */
export async function exportSql(
  database: OpenDatabase,
  run: SqlRun,
  ports: DataPorts,
  config: DataConfig,
): Promise<AsyncIterable<Buffer>> {
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
  const result = await runReading(database, reading, run, config);
  return csvOf(result, script.limit, config);
}

/**
 * Refuses a script that is too long or too deep to be read.
 * @throws ChartroomError 400
 */
export function requireBoundedScript(
  sql: string,
  dialect: ScriptDialect,
  bounds: Bounds,
  prints = false,
): void {
  requireBoundedSql('sql', sql, dialect, bounds, prints);
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
  config: DataConfig,
): Promise<ColumnDescription[]> {
  const { dialect } = database.engine;
  requireBoundedScript(sql, dialect, config.bounds);
  const parser = await loadSqlParser();
  const statements = parser.parse(sql, dialect);
  refuseFunctions(parser.refusedCalls(statements, dialect));
  if (!isOneReading(statements)) throw notOneReading();
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

/**
 * The statements of a script, once it is known that this person may run them on the tables they name.
 * @throws ChartroomError 403 for tables, 422 for functions that are not to be called and for text that is no SQL
 */
export async function permittedStatements(
  database: OpenDatabase,
  run: Pick<SqlRun, 'sql' | 'schema' | 'catalog' | 'who'>,
  ports: DataPorts,
  parser: SqlParser,
): Promise<ParsedStatement[]> {
  const { dialect } = database.engine;
  const statements = parser.parse(run.sql, dialect);
  if (statements.length === 0) throw noStatement();
  const reading = statements.filter(({ reads }) => reads);
  refuseFunctions([
    ...parser.forbiddenCalls(statements, dialect.disallowedFunctions),
    ...parser.refusedCalls(reading, dialect),
  ]);
  refuseBeyond(statements);
  const touched = {
    tables: statements.flatMap((statement) => statement.touched),
    // What a function that no list opens does where something is written is not seen through.
    isTransparent:
      statements.every((each) => each.isTransparent) && parser.refusedCalls(statements, dialect).length === 0,
  };
  await requireTables(database, touched, { schema: run.schema, catalog: run.catalog }, run.who, ports);
  await refuseForeignWrites(database, statements, ports);
  return statements;
}

async function prepareScript(
  database: OpenDatabase,
  run: SqlRun,
  ports: DataPorts,
  config: DataConfig,
): Promise<Script> {
  const parser = await loadSqlParser();
  const statements = await ruledStatements(
    database,
    run,
    ports,
    config,
    await permittedStatements(database, run, ports, parser),
  );
  const last = statements.at(-1);
  if (last === undefined) throw noStatement();
  const writes = statements.some((statement) => !statement.reads);
  if (writes && !database.source.allow_dml) {
    throw new ChartroomError(
      'This database does not allow for DDL/DML, but the query mutates data. Please contact your administrator for more assistance.',
      {
        status: 403,
        error_type: 'DML_NOT_ALLOWED_ERROR',
        level: 'error',
      },
    );
  }
  const tables = namedTables(statements);
  const wanted = Math.min(run.limit > 0 ? run.limit : config.sql_max_row, config.sql_max_row);
  const own = typeof last.bound === 'number' ? last.bound : null;
  const limit = own === null ? wanted : Math.min(own, wanted);
  if (run.keep) {
    const texts = await keepingStatements(database, statements, run.keep, ports, parser);
    // All rows are kept; of what was made as many are shown later as the question asked for.
    return { statements: texts, writes: true, lastReads: false, tables, limit, factor: 'NOT_LIMITED' };
  }
  const factor: Factor =
    own === null || own > wanted ? 'DROPDOWN' : own === wanted ? 'QUERY_AND_DROPDOWN' : 'QUERY';
  return {
    statements: statements.map((statement) =>
      limited(statement, limit + 1, { parser, dialect: database.engine.dialect }),
    ),
    writes,
    lastReads: last.isQuery && last.reads,
    tables,
    limit,
    factor,
  };
}

/** The statements with the row rules of the tables they read, where these hold in SQL Lab. */
async function ruledStatements(
  database: OpenDatabase,
  { who, schema, catalog }: SqlRun,
  ports: DataPorts,
  config: DataConfig,
  statements: ParsedStatement[],
): Promise<ParsedStatement[]> {
  if (!config.rls_in_sqllab) return statements;
  const place = rulePlace(
    { database, ports, who, now: ports.now(), usual: { schema, catalog }, bounds: config.bounds },
    () => toldNothing({}),
  );
  const texts: string[] = [];
  for (const { sql } of statements) texts.push(await withRules(sql, place));
  const parser = await loadSqlParser();
  return parser.parse(texts.join(';\n'), database.engine.dialect);
}

function namedTables(statements: readonly ParsedStatement[]): TableName[] {
  const named = statements.flatMap((statement) => statement.touched).filter(({ table }) => table !== '');
  return [
    ...new Map(
      named.map(({ catalog, schema, table }) => [
        JSON.stringify([catalog, schema, table]),
        { catalog, schema, table },
      ]),
    ).values(),
  ];
}

/** A number that only the engine can reckon stays, and so does what writes: of both no more rows are read than wanted. */
function limited(
  statement: ParsedStatement,
  rows: number,
  { parser, dialect }: { parser: SqlParser; dialect: ScriptDialect },
): string {
  return !statement.reads || statement.bound === 'computed'
    ? statement.sql
    : parser.withLimit(statement, rows, dialect);
}

function refuseFunctions(calls: readonly string[]): void {
  const called = [...new Set(calls)].sort();
  if (called.length === 0) return;
  throw new ChartroomError(`SQL statement contains disallowed function(s): ${called.join(', ')}`, {
    status: 422,
    error_type: 'SYNTAX_ERROR',
    level: 'error',
    extra: { functions: called },
  });
}

/** Files and programs of the server's machine are nobody's to reach, whatever the database allows. */
function refuseBeyond(statements: readonly ParsedStatement[]): void {
  const beyond = statements.find((statement) => statement.beyond !== undefined)?.beyond;
  if (beyond === undefined) return;
  throw new ChartroomError(
    `${beyond} reaches files, programs or settings of the server: it cannot be run here.`,
    {
      status: 403,
      error_type: 'DML_NOT_ALLOWED_ERROR',
      level: 'error',
    },
  );
}

async function runStatements(
  database: OpenDatabase,
  script: Script,
  run: SqlRun,
  config: DataConfig,
): Promise<Frame> {
  const { statements } = script;
  const parts = database.session.runScript ? [statements] : statements.map((statement) => [statement]);
  let ended = 0;
  const tell = (statement: number) => run.onProgress?.(Math.round((100 * statement) / statements.length));
  let frame: Frame = { columns: [], length: 0 };
  for (const part of parts) {
    run.signal.throwIfAborted();
    const result = await runPart(database, part, { ...optionsOf(script, run, config), onStatement: tell });
    frame = await readFrame(result, uniqueNames(result.columns.map(({ name }) => name)));
    ended += part.length;
    tell(ended);
  }
  return frame;
}

/** The rows of the last statement of a script that writes nothing. */
async function runReading(
  database: OpenDatabase,
  script: Script,
  run: SqlRun,
  config: DataConfig,
): Promise<Result> {
  const { statements } = script;
  const options = optionsOf(script, run, config);
  if (database.session.runScript) return runPart(database, statements, options);
  await runStatements(database, { ...script, statements: statements.slice(0, -1) }, run, config);
  return runPart(database, statements.slice(-1), options);
}

/** One statement, or all of a script where the engine runs them together. */
function runPart(
  { session }: OpenDatabase,
  part: readonly string[],
  options: ScriptOptions,
): Promise<Result> {
  const [only = '', ...others] = part;
  return others.length > 0 && session.runScript
    ? session.runScript(part, options)
    : session.run(only, options);
}

function optionsOf(script: Script, run: SqlRun, config: DataConfig): RunOptions {
  return {
    signal: run.signal,
    timeoutMs: (run.timeout ?? config.sqllab_timeout) * 1000,
    readOnly: !script.writes,
    maxRows: script.limit + 1,
    ...(run.schema && { schema: run.schema }),
    ...(run.catalog && { catalog: run.catalog }),
  };
}

async function* csvOf(
  result: Result,
  limit: number,
  { csv: { mark, ...signs } }: DataConfig,
): AsyncIterable<Buffer> {
  const names = uniqueNames(result.columns.map(({ name }) => name));
  const columns = result.columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
  const encoder = new CsvEncoder(columns, { byteOrderMark: mark, ...signs });
  let left = limit;
  for await (const batch of result.batches) {
    encoder.foresee(batch.columns);
    yield asBuffer(encoder.lines(batch.columns, 0, Math.min(batch.length, left)));
    left -= batch.length;
    if (left <= 0) return;
  }
  if (left === limit) yield asBuffer(encoder.lines([], 0, 0));
}

function firstRows(frame: Frame, length: number): Frame {
  return {
    length,
    columns: frame.columns.map((column) => ({ ...column, values: column.values.slice(0, length) })),
  };
}

function noStatement(): ChartroomError {
  return new ChartroomError('There is no statement to run.', {
    status: 400,
    error_type: 'INVALID_SQL_ERROR',
    level: 'error',
  });
}
