import { ChartroomError } from '@chartroom/model';
import type { Cell } from '@chartroom/query';
import type { Relation, TableDescription, TableRef } from '../engine.ts';
import { STANDARD_QUOTING } from '../sql/quoting.ts';

type Ask = (sql: string) => Promise<Cell[][]>;
const { quoteIdentifier, quoteString } = STANDARD_QUOTING;

/** Catalogs without the server's own. */
export async function listCatalogs(ask: Ask): Promise<string[]> {
  const names = (await ask('SHOW CATALOGS')).map(([name]) => String(name));
  return names.filter((name) => name !== 'system').sort();
}

export async function listSchemas(ask: Ask, catalog: string): Promise<string[]> {
  const names = (await ask(`SHOW SCHEMAS FROM ${quoteIdentifier(catalog)}`)).map(([name]) => String(name));
  return names.filter((name) => name !== 'information_schema').sort();
}

/** Tables and views of a schema by name; materialised views where the engine tells of them. */
export async function listRelations(
  ask: Ask,
  { catalog, schema, materialized }: { catalog: string; schema: string; materialized: boolean },
): Promise<Relation[]> {
  const rows = await ask(
    `SELECT table_name, table_type FROM ${quoteIdentifier(catalog)}.information_schema.tables WHERE table_schema = ${quoteString(schema)} ORDER BY 1`,
  );
  const stored = materialized
    ? await ask(
        `SELECT name FROM system.metadata.materialized_views WHERE catalog_name = ${quoteString(catalog)} AND schema_name = ${quoteString(schema)}`,
      )
    : [];
  const views = new Set(stored.map(([name]) => name));
  return rows.map(([name, kind]) => ({
    name: String(name),
    type: views.has(name ?? null) ? 'materialized_view' : relationOf(kind),
  }));
}

/** Columns of a table; these engines know no keys. Rejects with TABLE_DOES_NOT_EXIST_ERROR (404). */
export async function describeTable(
  ask: Ask,
  { table, schema, catalog }: TableRef,
  engine_name: string,
): Promise<TableDescription> {
  const missing = (): ChartroomError => {
    const name = [catalog, schema, table].filter((part) => part !== undefined).join('.');
    return new ChartroomError(`Table "${name}" does not exist.`, {
      status: 404,
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
      extra: { engine_name },
    });
  };
  const path = [catalog, schema, table].filter((part) => part !== undefined).map(quoteIdentifier);
  const shown = await ask(`SHOW COLUMNS FROM ${path.join('.')}`).catch((error: unknown) => {
    throw error instanceof ChartroomError && /^(TABLE|SCHEMA)_DOES_NOT_EXIST_ERROR$/.test(error.error_type)
      ? missing()
      : error;
  });
  if (shown.length === 0) throw missing();
  const facts = await columnFacts(ask, { table, schema, catalog });
  return {
    columns: shown.map(([name, type, _extra, comment]) => ({
      name: String(name),
      nativeType: String(type).toUpperCase(),
      nullable: facts.get(String(name))?.nullable ?? true,
      default: facts.get(String(name))?.default ?? null,
      comment: typeof comment === 'string' && comment !== '' ? comment : null,
    })),
    primaryKey: null,
    foreignKeys: [],
    indexes: [],
    comment: null,
  };
}

async function columnFacts(
  ask: Ask,
  { table, schema, catalog }: TableRef,
): Promise<Map<string, { nullable: boolean; default: string | null }>> {
  const place = catalog === undefined ? '' : `${quoteIdentifier(catalog)}.`;
  const rows = await ask(
    `SELECT column_name, is_nullable, column_default FROM ${place}information_schema.columns
     WHERE table_name = ${quoteString(table)}${schema === undefined ? '' : ` AND table_schema = ${quoteString(schema)}`}`,
  );
  return new Map(
    rows.map(([name, nullable, value]) => [
      String(name),
      { nullable: nullable !== 'NO', default: typeof value === 'string' ? value : null },
    ]),
  );
}

function relationOf(kind: unknown): Relation['type'] {
  return kind === 'VIEW' ? 'view' : 'table';
}
