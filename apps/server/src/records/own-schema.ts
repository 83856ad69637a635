import {
  type DatabaseIntrospector,
  DEFAULT_MIGRATION_LOCK_TABLE,
  DEFAULT_MIGRATION_TABLE,
  type Kysely,
  PostgresDialect,
  PostgresIntrospector,
  sql,
  type TableMetadata,
} from 'kysely';

/** One column of a table. */
interface FoundColumn {
  table: string;
  is_view: boolean;
  schema: string;
  column: string;
  not_null: boolean;
  has_default: boolean;
  counts_up: boolean;
  type: string;
  type_schema: string;
}

/**
 * PostgreSQL, of which only the schema that the address leads to is looked at. The library's own look takes in every schema
 * of the database, and fails when somebody drops one meanwhile.
 */
export class OwnSchemaDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new OwnSchemaIntrospector(db);
  }
}

class OwnSchemaIntrospector extends PostgresIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    super(db);
    this.#db = db;
  }

  override async getTables(
    { withInternalKyselyTables } = { withInternalKyselyTables: false },
  ): Promise<TableMetadata[]> {
    const { rows } = await sql<FoundColumn>`
      select c.relname as table, c.relkind = 'v' as is_view, ns.nspname as schema, a.attname as column, a.attnotnull as not_null,
        a.atthasdef as has_default, typ.typname as type,
        a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false) as counts_up, types.nspname as type_schema
      from pg_catalog.pg_namespace as ns
      join pg_catalog.pg_class as c on c.relnamespace = ns.oid and c.relkind in ('r', 'v', 'p')
      join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_catalog.pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
      join pg_catalog.pg_type as typ on typ.oid = a.atttypid
      join pg_catalog.pg_namespace as types on types.oid = typ.typnamespace
      where ns.nspname = current_schema() order by c.relname, a.attnum`.execute(this.#db);
    const internal: string[] = withInternalKyselyTables
      ? []
      : [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE];
    const tables = Map.groupBy(rows, ({ table }) => table);
    return [...tables]
      .filter(([name]) => !internal.includes(name))
      .map(([name, columns]) => ({
        name,
        schema: columns[0]?.schema ?? '',
        isView: columns[0]?.is_view === true,
        columns: columns.map((found) => ({
          name: found.column,
          dataType: found.type,
          dataTypeSchema: found.type_schema,
          isAutoIncrementing: found.counts_up,
          isNullable: !found.not_null,
          hasDefaultValue: found.has_default,
        })),
      }));
  }
}
