import { ChartroomError } from '@chartroom/model';
import type { Cell } from '@chartroom/query';
import type { ColumnDescription, Relation, TableDescription, TableRef } from '../engine.ts';
import { databricksDialect } from './dialect.ts';

type Ask = (sql: string) => Promise<Cell[][]>;

function pathOf(...parts: (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .map(databricksDialect.quoteIdentifier)
    .join('.');
}

export async function listCatalogs(ask: Ask): Promise<string[]> {
  return (await ask('SHOW CATALOGS')).map(([name]) => String(name)).sort();
}

export async function listSchemas(ask: Ask, catalog: string | undefined): Promise<string[]> {
  const rows = await ask(catalog === undefined ? 'SHOW SCHEMAS' : `SHOW SCHEMAS IN ${pathOf(catalog)}`);
  return rows
    .map(([name]) => String(name))
    .filter((name) => name !== 'information_schema')
    .sort();
}

/** Tables and views of a schema by name. Both lists have the name second; views are in both. */
export async function listRelations(
  ask: Ask,
  schema: string,
  catalog: string | undefined,
): Promise<Relation[]> {
  const place = pathOf(catalog, schema);
  const [tables, views] = await Promise.all([ask(`SHOW TABLES IN ${place}`), ask(`SHOW VIEWS IN ${place}`)]);
  const viewNames = new Set(views.map(([, name]) => String(name)));
  const names = new Set([...tables.map(([, name]) => String(name)), ...viewNames]);
  return [...names].sort().map((name) => ({ name, type: viewNames.has(name) ? 'view' : 'table' }));
}

/** Columns of a table. Rejects with TABLE_DOES_NOT_EXIST_ERROR (404). */
export async function describeTable(
  ask: Ask,
  { table, schema, catalog }: TableRef,
): Promise<TableDescription> {
  const rows = await ask(`DESCRIBE TABLE ${pathOf(catalog, schema, table)}`).catch((error: unknown) => {
    if (!(error instanceof ChartroomError && error.error_type === 'TABLE_DOES_NOT_EXIST_ERROR')) throw error;
    throw new ChartroomError(
      `Table "${[catalog, schema, table].filter((part) => part !== undefined).join('.')}" does not exist.`,
      {
        status: 404,
        error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
        extra: { engine_name: 'Databricks' },
      },
    );
  });
  // Behind the columns come chapters about partitions and clusters, each with a title that begins with `#`.
  const end = rows.findIndex(([name]) => name === null || name === '' || String(name).startsWith('# '));
  const columns = (end < 0 ? rows : rows.slice(0, end)).map(
    ([name, type, comment]): ColumnDescription => ({
      name: String(name),
      nativeType: String(type).toUpperCase(),
      nullable: true,
      default: null,
      comment: typeof comment === 'string' && comment !== '' ? comment : null,
    }),
  );
  return { columns, primaryKey: null, foreignKeys: [], indexes: [], comment: null };
}
