import { ChartroomError } from '@chartroom/model';
import { combineRowRules, loadSqlParser, type ParsedStatement, type TableName } from '@chartroom/query';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataPorts, Principal, RowRule, RuledDataset, UsualPlace } from '../ports.ts';
import { standsAt, tablePlaces } from './table-access.ts';

/** Where SQL of people is run, and for whom. */
export interface RulePlace {
  database: OpenDatabase;
  ports: DataPorts;
  who: Principal;
  /** Where tables are looked for that name no schema or catalog. */
  usual: UsualPlace;
  /** The rules of a dataset, their templates rendered. */
  clausesOf(dataset: RuledDataset): Promise<RowRule[]>;
}

/** Stands before an expression, so that it can be read as a statement. */
const SELECT = 'SELECT ';

/**
 * SQL of people in which each table that a dataset with row rules stands on gives only the rows that the asking person may
 * see of it (contract/query.md §1.6). Nothing is read of it where no rule applies to them.
 * @throws ChartroomError 403 where it cannot be said which tables it reads, or a rule cannot be put into it
 */
export async function withRules(sql: string, place: RulePlace): Promise<string> {
  const { database, ports, who, usual, clausesOf } = place;
  const near = (await ports.ruledDatasets(who)).filter(
    // Files of the installation reach one another.
    ({ database_id }) => database.session.placeOf !== undefined || database_id === database.source.id,
  );
  if (near.length === 0) return sql;
  const { dialect } = database.engine;
  const parser = await loadSqlParser();
  const statement = readStatement(parser.parse(sql, dialect));
  const predicates = new Map<string, string>();
  const places = await tablePlaces(database, statement.touched, usual, ports);
  for (const { written, databaseId, table, isBrought } of places) {
    // They are put into what is read there, in the SQL of its engine.
    if (isBrought) continue;
    const conditions: string[] = [];
    for (const dataset of near) {
      if (dataset.database_id !== databaseId || !(await standsAt(dataset, table, database))) continue;
      const rules = combineRowRules(await clausesOf(dataset), dialect);
      conditions.push(...rules.map((rule) => `(${rule})`));
    }
    if (conditions.length > 0) predicates.set(nameOf(written), conditions.join(' AND '));
  }
  return predicates.size === 0
    ? sql
    : parser.withRowRules(statement, (table) => predicates.get(nameOf(table)), dialect);
}

/** The same for one expression, which may read tables where its owner wrote it. */
export async function expressionWithRules(expression: string, place: RulePlace): Promise<string> {
  // Without one of these words there is no sub-query.
  if (!/\b(select|from|table)\b/i.test(expression)) return expression;
  return (await withRules(`${SELECT}${expression}`, place)).slice(SELECT.length);
}

function readStatement(statements: readonly ParsedStatement[]): ParsedStatement {
  const [statement, ...others] = statements;
  if (statement && others.length === 0 && statement.isTransparent) return statement;
  throw new ChartroomError(
    'There are row rules for you in this database, and they cannot be put into this query.',
    {
      status: 403,
      error_type: 'TABLE_SECURITY_ACCESS_ERROR',
      level: 'error',
    },
  );
}

function nameOf({ catalog, schema, table }: TableName): string {
  return JSON.stringify([catalog, schema, table]);
}
