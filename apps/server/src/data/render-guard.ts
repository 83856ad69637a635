import { type Bounds, ChartroomError } from '@chartroom/model';
import { type Dialect, loadSqlParser, requireBoundedSql, type TableName } from '@chartroom/query';
import type { DatasetSource } from './ports.ts';
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
const MOST_KEPT = 200;

/**
 * Holds the SQL that a template made to what its author answers for. Whatever it reaches beyond that, by a branch
 * or by a value of the question, the asking person must be allowed to read.
 * @throws ChartroomError 403 for tables and functions that are not theirs, 400 for SQL that is no single query
 */
export async function guardDatasetSql(sql: string, place: TemplatePlace & { dataset: DatasetSource }): Promise<void> {
  const { database, who, ports, dataset } = place;
  const { dialect } = database.engine;
  const reach = await reachOf(sql, dialect, place.bounds);
  if (!reach.isQuery) throw refusal('The template of this dataset makes no single `SELECT` statement.', 400);
  const own = await neutralReach(place);
  const forbidden = reach.forbidden.filter((name) => !own.forbidden.includes(name));
  if (forbidden.length > 0) throw refusal(`SQL statement contains disallowed function(s): ${forbidden.join(', ')}`, 403);
  const known = new Set(own.tables.map(nameOf));
  const tables = reach.tables.filter((table) => !known.has(nameOf(table)));
  const isTransparent = reach.isTransparent || !own.isTransparent;
  if (tables.length > 0 || !isTransparent) {
    await requireTables(database, { tables, isTransparent }, { schema: dataset.schema, catalog: dataset.catalog }, who, ports);
  }
}

/** What the author answers for; nothing where the template says nothing without a question. */
async function neutralReach(place: TemplatePlace & { dataset: DatasetSource }): Promise<Reach> {
  try {
    const { dataset } = place;
    const { result } = await authorsSql({ ...place, isAuthors: true }, dataset.sql ?? '', parametersOf(dataset.template_params));
    return await reachOf(result, place.database.engine.dialect, place.bounds);
  } catch (error) {
    if (error instanceof ChartroomError) return NOTHING;
    throw error;
  }
}

const kept = new Map<string, Reach>();

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
    isQuery: statement?.isQuery === true && !statement.isMutating && others.length === 0,
    forbidden: parser.forbiddenCalls(statements, dialect.disallowedFunctions),
  };
  const oldest = kept.size >= MOST_KEPT ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  kept.set(key, reach);
  return reach;
}

function nameOf({ catalog, schema, table }: TableName): string {
  return JSON.stringify([catalog, schema, table]);
}

function refusal(message: string, status: number): ChartroomError {
  return new ChartroomError(message, { status, error_type: 'INVALID_SQL_ERROR', level: 'error', shape: 'message' });
}
