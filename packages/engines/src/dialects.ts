import type { Dialect } from '@chartroom/query';
import { athenaDialect } from './athena/dialect.ts';
import { bigqueryDialect } from './bigquery/dialect.ts';
import { clickhouseConnectDialect, clickhouseDialect } from './clickhouse/dialect.ts';
import { databricksDialect } from './databricks/dialect.ts';
import { COMPATIBLE, KNOWN_ENGINES } from './dialect-facts/index.ts';
import { druidDialect } from './druid/dialect.ts';
import { duckdbDialect } from './duckdb/dialect.ts';
import { elasticsearchDialect, openDistroDialect } from './elasticsearch/dialect.ts';
import { mssqlDialect } from './mssql/dialect.ts';
import { mariadbDialect, mysqlDialect } from './mysql/dialect.ts';
import { oracleDialect } from './oracle/dialect.ts';
import { pinotDialect } from './pinot/dialect.ts';
import { postgresDialect } from './postgres/dialect.ts';
import { snowflakeDialect } from './snowflake/dialect.ts';
import { sqliteDialect } from './sqlite/dialect.ts';
import { prestoDialect, trinoDialect } from './trino/dialect.ts';

/** The dialect of every engine by its wire name (`backend`). */
export const dialects: Readonly<Record<string, Dialect>> = {
  [databricksDialect.id]: databricksDialect,
  [athenaDialect.id]: athenaDialect,
  [snowflakeDialect.id]: snowflakeDialect,
  [bigqueryDialect.id]: bigqueryDialect,
  [clickhouseDialect.id]: clickhouseDialect,
  [clickhouseConnectDialect.id]: clickhouseConnectDialect,
  [druidDialect.id]: druidDialect,
  [duckdbDialect.id]: duckdbDialect,
  [elasticsearchDialect.id]: elasticsearchDialect,
  [openDistroDialect.id]: openDistroDialect,
  [mariadbDialect.id]: mariadbDialect,
  [mysqlDialect.id]: mysqlDialect,
  [mssqlDialect.id]: mssqlDialect,
  [oracleDialect.id]: oracleDialect,
  [pinotDialect.id]: pinotDialect,
  [postgresDialect.id]: postgresDialect,
  [prestoDialect.id]: prestoDialect,
  [sqliteDialect.id]: sqliteDialect,
  [trinoDialect.id]: trinoDialect,
  ...Object.fromEntries([...COMPATIBLE, ...KNOWN_ENGINES].map(({ id, dialect }) => [id, dialect])),
};
