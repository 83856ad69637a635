import { ownMember } from '@chartroom/model';
import type { Dialect } from '@chartroom/query';
import { athena } from './athena/index.ts';
import { bigquery } from './bigquery/index.ts';
import { clickhouse, clickhouseConnect } from './clickhouse/index.ts';
import { databricks } from './databricks/index.ts';
import { COMPATIBLE, KNOWN_ENGINES } from './dialect-facts/index.ts';
import { druid } from './druid/index.ts';
import { duckdb } from './duckdb/index.ts';
import { elasticsearch, openDistro } from './elasticsearch/index.ts';
import type { Engine } from './engine.ts';
import { mssql } from './mssql/index.ts';
import { mariadb, mysql } from './mysql/index.ts';
import { oracle } from './oracle/index.ts';
import { pinot } from './pinot/index.ts';
import { postgres } from './postgres/index.ts';
import { snowflake } from './snowflake/index.ts';
import { sqlite } from './sqlite/index.ts';
import { presto, trino } from './trino/index.ts';
import { parseUri } from './uri.ts';

/** Every engine that can be opened; the order is the one in which the connection form shows them. */
export const ENGINES: readonly Engine[] = [
  postgres,
  duckdb,
  mysql,
  sqlite,
  mariadb,
  clickhouseConnect,
  clickhouse,
  druid,
  elasticsearch,
  openDistro,
  pinot,
  mssql,
  oracle,
  trino,
  presto,
  bigquery,
  snowflake,
  athena,
  databricks,
  ...COMPATIBLE,
];

/** The dialect of every engine by its wire name (`backend`), of those that cannot be opened too. */
export const dialects: Readonly<Record<string, Dialect>> = Object.fromEntries(
  [...ENGINES, ...KNOWN_ENGINES].map(({ id, dialect }) => [id, dialect]),
);

/** Names that addresses use for an engine besides its own. */
const ALIASES: Readonly<Record<string, string>> = {
  postgres: 'postgresql',
  doris: 'pydoris',
  ibm_db_sa: 'db2',
  couchbasedb: 'couchbase',
  ydb: 'yql',
};

/** The engine with this wire name (`backend`). */
export function engineById(id: string): Engine | undefined {
  const name = ownMember(ALIASES, id) ?? id;
  return [...ENGINES, ...KNOWN_ENGINES].find((engine) => engine.id === name);
}

/** The engine that an address names; undefined when there is none. Throws as `parseUri` does. */
export function engineOfUri(uri: string): Engine | undefined {
  return engineById(parseUri(uri).engine.toLowerCase());
}
