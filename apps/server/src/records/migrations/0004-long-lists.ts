import { type Kysely, type Migration, sql } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';

/** Orders of lists and the filters that go with the usual order, newest first; the id decides between equals. */
const INDEXES: Record<string, string[]> = {
  charts: [
    'changed_on desc, id',
    'changed_on, id',
    'slice_name, id',
    'viz_type, id',
    'viz_type, changed_on desc, id',
    'datasource_id, id',
    'datasource_name, id',
    'last_saved_at, id',
    'last_saved_by_id, id',
    'created_by_id, id',
    'changed_by_id, id',
    'certified_by, changed_on desc, id',
  ],
  dashboards: [
    'changed_on desc, id',
    'changed_on, id',
    'dashboard_title, id',
    'published, id',
    'published, changed_on desc, id',
    'created_by_id, id',
    'changed_by_id, id',
    'certified_by, changed_on desc, id',
  ],
  users: ['first_name, id', 'last_name, id'],
  dashboard_roles: ['role_id, dashboard_id'],
  favorites: ['kind, object_id'],
};

/** Indexes that the ones above hold in themselves. */
const REPLACED = [
  'charts_by_changed_on',
  'charts_by_slice_name',
  'charts_by_datasource_id',
  'dashboards_by_changed_on',
];

/** Texts that lists are searched by, and the full text table or function that finds them by any part. */
const TEXTS: Record<string, { of: string; columns: string[] }> = {
  chart_texts: { of: 'charts', columns: ['slice_name', 'description', 'viz_type'] },
  dashboard_texts: { of: 'dashboards', columns: ['dashboard_title', 'slug'] },
};

/** Keeps lists of hundreds of thousands quick: every order and filter has an index, also parts of texts. */
export function longLists(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      for (const name of REPLACED) await db.schema.dropIndex(name).execute();
      for (const [table, indexes] of Object.entries(INDEXES)) {
        for (const columns of indexes) {
          const name = `${table}_in_order_of_${columns.replaceAll(/, id$/g, '').replaceAll(/[, ]+/g, '_')}`;
          await sql`create index ${sql.ref(name)} on ${sql.table(table)} (${sql.raw(columns)})`.execute(db);
        }
      }
      for (const [name, { of, columns }] of Object.entries(TEXTS))
        await (kind === 'sqlite' ? textTable(db, name, of, columns) : textFunction(db, name, of, columns));
    },
  };
}

/** A full text table of groups of three letters over the columns of another one, kept by triggers. */
async function textTable<T>(db: Kysely<T>, name: string, of: string, columns: string[]): Promise<void> {
  const list = columns.join(', ');
  const values = (row: string) => [`${row}.id`, ...columns.map((column) => `${row}.${column}`)].join(', ');
  const forget = `insert into ${name} (${name}, rowid, ${list}) values ('delete', ${values('old')});`;
  const learn = `insert into ${name} (rowid, ${list}) values (${values('new')});`;
  const statements = [
    `create virtual table ${name} using fts5 (${list}, content='${of}', content_rowid='id', tokenize='trigram')`,
    `insert into ${name} (${name}) values ('rebuild')`,
    `create trigger ${name}_made after insert on ${of} begin ${learn} end`,
    `create trigger ${name}_changed after update of ${list} on ${of} begin ${forget} ${learn} end`,
    `create trigger ${name}_gone after delete on ${of} begin ${forget} end`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * A function under the same name, called as full text tables can be, over indexes of groups of three letters. They need
 * the extension `pg_trgm`, which comes with PostgreSQL; where it may not be installed searches read all rows.
 */
async function textFunction<T>(db: Kysely<T>, name: string, of: string, columns: string[]): Promise<void> {
  // The phrase comes between quotes, with quotes of its own doubled; planned with its value, it is a constant.
  const pattern = `'%' || upper(replace(substr($1, 2, length($1) - 2), '""', '"')) || '%'`;
  const found = columns.map((column) => `select id from ${of} where upper(${column}) like ${pattern}`);
  await sql
    .raw(
      `create function ${name} (phrase text) returns table (rowid integer) language sql stable
       as $body$ ${found.join(' union all ')} $body$`,
    )
    .execute(db);
  await sql
    .raw(
      `do $$ begin create extension if not exists pg_trgm with schema public;
       exception when insufficient_privilege or undefined_file or feature_not_supported or invalid_schema_name
         or unique_violation or duplicate_object then null; end $$`,
    )
    .execute(db);
  const { rows } = await sql<{ schema: string }>`select n.nspname as schema from pg_extension as e
    join pg_namespace as n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`.execute(db);
  const schema = rows[0]?.schema;
  if (schema === undefined) return;
  for (const column of columns) {
    const operators = sql`${sql.ref(schema)}.gin_trgm_ops`;
    await sql`create index ${sql.ref(`${name}_of_${column}`)} on ${sql.table(of)} using gin (upper(${sql.ref(column)}) ${operators})`.execute(
      db,
    );
  }
}
