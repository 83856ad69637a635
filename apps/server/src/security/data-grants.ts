import { readDatabaseExtra } from '@chartroom/model';
import { type RawBuilder, sql } from 'kysely';
import { EVERYTHING } from '../records/everything.ts';
import type { Db } from '../records/records.ts';
import { storedObject } from '../records/stored-json.ts';

interface SchemaGrant {
  databaseId: number;
  /** Null = the usual one of the connection. */
  catalog: string | null;
  schema: string;
  /** The catalog that the connection's address names; null when it names none. */
  usual: string | null;
  /** Whether the connection has this one catalog alone, whether it is named or not. */
  alone: boolean;
}

/** Which data somebody may read (contract/api.md §3.3), with the names of views resolved to ids. */
export interface DataGrants {
  allDatabases: boolean;
  /** All datasets, which all databases include. */
  allDatasources: boolean;
  allQueries: boolean;
  databases: ReadonlySet<number>;
  catalogs: { databaseId: number; catalog: string }[];
  schemas: SchemaGrant[];
  datasets: ReadonlySet<number>;
}

export const NO_GRANTS: DataGrants = {
  allDatabases: false,
  allDatasources: false,
  allQueries: false,
  databases: new Set(),
  catalogs: [],
  schemas: [],
  datasets: new Set(),
};

/** Name of the view that stands for a database. */
export function databaseView(database: { id: number; database_name: string }): string {
  return `[${database.database_name}].(id:${database.id})`;
}
/** Name of the view that stands for a schema of a database. */
export function schemaView(databaseName: string, catalog: string | null, schema: string): string {
  return catalog === null ? `[${databaseName}].[${schema}]` : `[${databaseName}].[${catalog}].[${schema}]`;
}
/** Name of the view that stands for a dataset. */
export function datasetView(databaseName: string, dataset: { id: number; table_name: string }): string {
  return `[${databaseName}].[${dataset.table_name}](id:${dataset.id})`;
}

/** Engines that reach one catalog over a connection; others read a table of any catalog that a statement names. */
const ONE_CATALOG = new Set(['postgresql', 'duckdb', 'sqlite']);

/** Reads grants out of pairs. A name that fits no database, or more than one way, grants nothing. */
export async function readGrants(db: Db, pairs: { permission: string; view: string }[]): Promise<DataGrants> {
  const viewsOf = (permission: string) =>
    pairs.filter((pair) => pair.permission === permission).map((pair) => pair.view);
  const has = (name: string) => viewsOf(name).includes(name);
  const allDatabases = has('all_database_access');
  const parts = [...viewsOf('catalog_access').map(levels), ...viewsOf('schema_access').map(levels)];
  const named =
    parts.length > 0
      ? await db
          .selectFrom('databases')
          .select(['id', 'database_name', 'backend', 'extra', 'sqlalchemy_uri'])
          .execute()
      : [];
  const { usualCatalog } =
    named.length > 0 ? await import('../data/sql/usual-catalog.ts') : { usualCatalog: () => null };
  const databaseOf = (name: string | undefined) => named.find((database) => database.database_name === name);
  const catalogs = viewsOf('catalog_access').flatMap((view) => {
    const [name, catalog, more] = levels(view);
    const database = databaseOf(name);
    return !database || catalog === undefined || more !== undefined
      ? []
      : [{ databaseId: database.id, catalog }];
  });
  const schemas = viewsOf('schema_access').flatMap((view) => {
    const [name, first, second, more] = levels(view);
    const database = databaseOf(name);
    if (!database || first === undefined || more !== undefined) return [];
    const alone =
      ONE_CATALOG.has(database.backend) &&
      readDatabaseExtra(storedObject(database.extra)).allow_multi_catalog !== true;
    const usual = usualCatalog({ backend: database.backend, uri: database.sqlalchemy_uri });
    return [
      {
        databaseId: database.id,
        catalog: second === undefined ? null : first,
        schema: second ?? first,
        usual,
        alone,
      },
    ];
  });
  return {
    allDatabases,
    allDatasources: allDatabases || has('all_datasource_access'),
    allQueries: has('all_query_access'),
    databases: new Set(viewsOf('database_access').flatMap(idAtEnd)),
    catalogs,
    schemas,
    datasets: new Set(viewsOf('datasource_access').flatMap(idAtEnd)),
  };
}

/** Place of a table: what a grant on a database, catalog or schema is checked against. */
export interface Place {
  database_id: number;
  catalog: string | null;
  schema: string | null;
}

/** Whether grants on whole databases, catalogs or schemas cover a place. */
export function placeGranted(grants: DataGrants, place: Place): boolean {
  return (
    grants.allDatabases ||
    grants.databases.has(place.database_id) ||
    grants.catalogs.some((each) => each.databaseId === place.database_id && each.catalog === place.catalog) ||
    grants.schemas.some((each) => each.databaseId === place.database_id && schemaFits(each, place))
  );
}

function schemaFits(grant: SchemaGrant, place: Place): boolean {
  if (grant.schema !== place.schema) return false;
  if (grant.alone && (grant.catalog === null || place.catalog === null)) return true;
  return (grant.catalog ?? grant.usual) === (place.catalog ?? grant.usual);
}

/** SQL condition: the dataset `alias` may be read by this person. */
export function datasetReadable(
  grants: DataGrants,
  userId: number | undefined,
  alias: string,
): RawBuilder<boolean> {
  if (grants.allDatasources) return EVERYTHING;
  const at = (column: string) => sql.ref(`${alias}.${column}`);
  const ways = [
    ...listed(at('database_id'), grants.databases),
    ...grants.catalogs.map(
      (each) =>
        sql<boolean>`(${at('database_id')} = ${each.databaseId} and ${at('catalog')} = ${each.catalog})`,
    ),
    ...grants.schemas.map((each) => {
      const within = sql<boolean>`${at('database_id')} = ${each.databaseId} and ${at('schema')} = ${each.schema}`;
      if (each.alone && each.catalog === null) return sql<boolean>`(${within})`;
      const catalog = each.catalog ?? each.usual;
      if (catalog === null) return sql<boolean>`(${within} and ${at('catalog')} is null)`;
      const named = sql<boolean>`${at('catalog')} = ${catalog}`;
      const unsaid = sql<boolean>`(${at('catalog')} is null or ${named})`;
      return sql<boolean>`(${within} and ${each.alone || catalog === each.usual ? unsaid : named})`;
    }),
    ...datasetsByName(at('id'), grants.datasets, userId),
  ];
  return ways.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

/** Datasets granted one by one or owned, as one set: where it is alone PostgreSQL goes out from it, for it knows how small it is. */
function datasetsByName(
  id: ReturnType<typeof sql.ref>,
  granted: ReadonlySet<number>,
  userId: number | undefined,
): RawBuilder<boolean>[] {
  if (userId === undefined) return listed(id, granted);
  const owned = sql`select dso.dataset_id from dataset_owners as dso where dso.user_id = ${userId}`;
  if (granted.size === 0) return [sql<boolean>`${id} in (${owned})`];
  return [
    sql<boolean>`${id} in (select gds.id from datasets as gds where gds.id in (${sql.join([...granted])}) union all ${owned})`,
  ];
}

/** SQL condition: the database `alias` may be seen by this person: any grant that touches it. */
export function databaseVisible(grants: DataGrants, alias: string): RawBuilder<boolean> {
  if (grants.allDatabases) return EVERYTHING;
  const id = sql.ref(`${alias}.id`);
  const known = new Set([
    ...grants.databases,
    ...grants.catalogs.map((each) => each.databaseId),
    ...grants.schemas.map((each) => each.databaseId),
  ]);
  const ways = [
    ...listed(id, known),
    ...(grants.datasets.size > 0
      ? [
          sql<boolean>`${id} in (select gds.database_id from datasets as gds where gds.id in (${sql.join([...grants.datasets])}))`,
        ]
      : []),
  ];
  return ways.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

function listed(
  column: RawBuilder<unknown> | ReturnType<typeof sql.ref>,
  ids: ReadonlySet<number>,
): RawBuilder<boolean>[] {
  return ids.size === 0 ? [] : [sql<boolean>`${column} in (${sql.join([...ids])})`];
}

/** `[a].[b].[c]` → a, b, c; anything else, also a name with brackets in it, → nothing. */
function levels(view: string): string[] {
  return /^\[[^[\]]*\](\.\[[^[\]]*\])*$/.test(view) ? view.slice(1, -1).split('].[') : [];
}

function idAtEnd(view: string): number[] {
  const match = /\(id:(\d+)\)$/.exec(view);
  return match ? [Number(match[1])] : [];
}
