import { type Bounds, ChartroomError } from '@chartroom/model';
import {
  loadSqlParser,
  lossesOf,
  type ParsedStatement,
  requireBoundedSql,
  type ScriptDialect,
  type SqlParser,
  type TableName,
} from '@chartroom/query';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataConfig } from '../data-config.ts';
import type { DataPorts, SqlRun, SqlRunResult } from '../ports.ts';
import { keepingStatements } from './keep-rows.ts';
import { rulePlace, toldNothing } from './render-request.ts';
import { withRules } from './ruled-sql.ts';
import { refuseForeignWrites, requireTables } from './table-access.ts';

type Factor = SqlRunResult['limitingFactor'];

/** A script that may be run: its statements as they will be sent. */
export interface Script {
  statements: string[];
  /** The same as they were written. */
  written: string[];
  /** The same as they would be sent if nobody had asked for few rows. */
  unlimited: string[];
  /** Whether any of them writes. */
  writes: boolean;
  /** Rows that are wanted of the last statement. */
  limit: number;
  factor: Factor;
  /** Whether the last statement is a query that writes nothing. */
  lastReads: boolean;
  /** Whether it takes tables, columns or rows away. */
  takesAway: boolean;
  tables: TableName[];
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

/**
 * What is sent of a script: its statements with the rules and the limit that hold for whoever runs it.
 * @throws ChartroomError as `permittedStatements` does, and 403 for what writes where nobody may
 */
export async function prepareScript(
  database: OpenDatabase,
  run: SqlRun,
  ports: DataPorts,
  config: DataConfig,
): Promise<Script> {
  const parser = await loadSqlParser();
  const permitted = await permittedStatements(database, run, ports, parser);
  const written = permitted.map((statement) => statement.sql);
  const statements = await ruledStatements(database, run, ports, config, permitted);
  const last = statements.at(-1);
  if (last === undefined) throw noStatement();
  const writes = statements.some((statement) => !statement.reads);
  if (writes && run.onlyReads) {
    throw new ChartroomError('Only queries that read can be run here: this one does more.', {
      status: 403,
      error_type: 'DML_NOT_ALLOWED_ERROR',
      level: 'error',
    });
  }
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
  const most = run.most ?? config.sql_max_row;
  const wanted = Math.min(run.limit > 0 ? run.limit : most, most);
  const own = typeof last.bound === 'number' ? last.bound : null;
  const limit = own === null ? wanted : Math.min(own, wanted);
  if (run.keep) {
    const texts = await keepingStatements(database, statements, run.keep, ports, parser);
    // All rows are kept; of what was made as many are shown later as the question asked for.
    return {
      statements: texts,
      written,
      unlimited: texts,
      writes: true,
      lastReads: false,
      takesAway: false,
      tables,
      limit,
      factor: 'NOT_LIMITED',
    };
  }
  const factor = factorOf(own, wanted);
  return {
    statements: Number.isFinite(limit)
      ? statements.map((statement) =>
          limited(statement, limit + 1, { parser, dialect: database.engine.dialect }),
        )
      : statements.map((statement) => statement.sql),
    written,
    unlimited: statements.map((statement) => statement.sql),
    writes,
    lastReads: last.isQuery && last.reads,
    takesAway: statements.some((statement) => lossesOf(statement).length > 0),
    tables,
    limit,
    factor,
  };
}

/** The statements with the row rules of the tables they read, where these hold in SQL Lab. */
export async function ruledStatements(
  database: OpenDatabase,
  { who, schema, catalog }: Pick<SqlRun, 'who' | 'schema' | 'catalog'>,
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

/** @throws ChartroomError 422 that names the functions */
export function refuseFunctions(calls: readonly string[]): void {
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

function noStatement(): ChartroomError {
  return new ChartroomError('There is no statement to run.', {
    status: 400,
    error_type: 'INVALID_SQL_ERROR',
    level: 'error',
  });
}

/** Whether a limit of the script's own, the wanted one, or both decide how many rows come. */
function factorOf(own: number | null, wanted: number): Factor {
  if (own === null || own > wanted) return 'DROPDOWN';
  return own === wanted ? 'QUERY_AND_DROPDOWN' : 'QUERY';
}
