import { type Bounds, ChartroomError } from '@chartroom/model';
import {
  checkClause,
  type Dialect,
  loadSqlParser,
  requireBoundedSql,
  type TableName,
} from '@chartroom/query';
import { Remembered } from '../cache/remembered.ts';
import type { DatasetSource } from '../ports.ts';
import { authorsSql, parametersOf, type TemplatePlace } from './render-request.ts';
import { requireTables } from './table-access.ts';

/** What a text of SQL reaches. */
interface Reach {
  tables: TableName[];
  isTransparent: boolean;
  /** Whether it is one statement that reads. */
  isQuery: boolean;
  /** Functions that people may not call. */
  forbidden: string[];
}

const NOTHING: Reach = { tables: [], isTransparent: true, isQuery: true, forbidden: [] };
/** Texts whose reach is remembered. */
const REMEMBERED = { most: 200, longest: 20_000 };

/**
 * Holds the SQL that a template made to what its author answers for. Whatever it reaches beyond that, by a branch
 * or by a value of the question, the asking person must be allowed to read.
 * @throws ChartroomError 403 for tables and functions that are not theirs, 400 for SQL that is no single query
 */
export async function guardDatasetSql(
  sql: string,
  place: TemplatePlace & { dataset: DatasetSource },
): Promise<void> {
  const { dataset } = place;
  await requireNoMore(
    sql,
    await neutralText(place, dataset.sql ?? '', parametersOf(dataset.template_params)),
    place,
  );
}

/** Whatever `sql` reaches beyond what the author's text does, the asking person has to be allowed to read. */
async function requireNoMore(
  sql: string,
  authors: string | undefined,
  place: TemplatePlace & { dataset: DatasetSource },
): Promise<void> {
  const { database, who, ports, dataset } = place;
  const { dialect } = database.engine;
  const reach = await reachOf(sql, dialect, place.bounds);
  if (!reach.isQuery) throw refusal('The template of this dataset makes no single `SELECT` statement.', 400);
  const own = authors === undefined ? NOTHING : await reachOrNothing(authors, dialect, place.bounds);
  const forbidden = reach.forbidden.filter((name) => !own.forbidden.includes(name));
  if (forbidden.length > 0)
    throw refusal(`SQL statement contains disallowed function(s): ${forbidden.join(', ')}`, 403);
  const known = new Set(own.tables.map(nameOf));
  const tables = reach.tables.filter((table) => !known.has(nameOf(table)));
  const isTransparent = reach.isTransparent || !own.isTransparent;
  if (tables.length > 0 || !isTransparent) {
    await requireTables(
      database,
      { tables, isTransparent },
      { schema: dataset.schema, catalog: dataset.catalog },
      who,
      ports,
    );
  }
}

/**
 * Holds expressions that templates made to what their author answers for: a value of the question may make another
 * condition or number of them, but no sub-query that the asking person could not ask themselves.
 * @param pairs each as it is written and as it was rendered
 * @throws ChartroomError as `guardDatasetSql` does
 */
export async function guardExpressions(
  pairs: readonly (readonly [written: string, rendered: string])[],
  place: TemplatePlace & { dataset: DatasetSource },
): Promise<void> {
  const { dialect } = place.database.engine;
  const params = parametersOf(place.dataset.template_params);
  if (pairs.length > 0) await loadSqlParser();
  for (const [written, made] of pairs) {
    if (isPlainClause(made, dialect)) continue;
    const own = await neutralText(place, written, params);
    if (own === made) continue;
    await requireNoMore(asStatement(made), own === undefined ? undefined : asStatement(own), place);
  }
}

/** Whether a text is one expression that reads nothing but the row it stands at. */
function isPlainClause(text: string, dialect: Dialect): boolean {
  try {
    checkClause(text, dialect);
    return true;
  } catch (error) {
    if (error instanceof ChartroomError) return false;
    throw error;
  }
}

function asStatement(expression: string): string {
  return `SELECT ${expression}`;
}

/** A text as it is when nobody in particular asks; undefined where its template says nothing then. */
async function neutralText(
  place: TemplatePlace & { dataset: DatasetSource },
  text: string,
  params: ReturnType<typeof parametersOf>,
): Promise<string | undefined> {
  try {
    return (await authorsSql({ ...place, isAuthors: true }, text, params)).result;
  } catch (error) {
    if (error instanceof ChartroomError) return undefined;
    throw error;
  }
}

async function reachOrNothing(sql: string, dialect: Dialect, bounds: Bounds): Promise<Reach> {
  try {
    return await reachOf(sql, dialect, bounds);
  } catch (error) {
    if (error instanceof ChartroomError) return NOTHING;
    throw error;
  }
}

const kept = new Remembered<Reach>(REMEMBERED);

async function reachOf(sql: string, dialect: Dialect, bounds: Bounds): Promise<Reach> {
  const key = `${dialect.id} ${sql}`;
  const known = kept.get(key);
  if (known) return known;
  requireBoundedSql('the SQL that the template makes', sql, dialect, bounds);
  const parser = await loadSqlParser();
  const statements = parser.parse(sql, dialect);
  const [statement, ...others] = statements;
  const reach: Reach = {
    tables: statements.flatMap((each) => each.touched),
    isTransparent: statements.every((each) => each.isTransparent),
    isQuery: statement?.isQuery === true && statement.reads && others.length === 0,
    forbidden: parser.refusedCalls(statements, dialect),
  };
  kept.set(key, reach);
  return reach;
}

function nameOf({ catalog, schema, table }: TableName): string {
  return JSON.stringify([catalog, schema, table]);
}

function refusal(message: string, status: number): ChartroomError {
  return new ChartroomError(message, {
    status,
    error_type: 'INVALID_SQL_ERROR',
    level: 'error',
    shape: 'message',
  });
}
