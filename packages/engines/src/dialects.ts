import type { Dialect } from '@chartroom/query';
import { clickhouseConnectDialect, clickhouseDialect } from './clickhouse/dialect.ts';
import { druidDialect } from './druid/dialect.ts';
import { duckdbDialect } from './duckdb/dialect.ts';
import { elasticsearchDialect, openDistroDialect } from './elasticsearch/dialect.ts';
import { mariadbDialect, mysqlDialect } from './mysql/dialect.ts';
import { pinotDialect } from './pinot/dialect.ts';
import { postgresDialect } from './postgres/dialect.ts';
import { sqliteDialect } from './sqlite/dialect.ts';

/** The dialect of every engine by its wire name (`backend`). */
export const dialects: Readonly<Record<string, Dialect>> = {
  [clickhouseDialect.id]: clickhouseDialect,
  [clickhouseConnectDialect.id]: clickhouseConnectDialect,
  [druidDialect.id]: druidDialect,
  [duckdbDialect.id]: duckdbDialect,
  [elasticsearchDialect.id]: elasticsearchDialect,
  [openDistroDialect.id]: openDistroDialect,
  [mariadbDialect.id]: mariadbDialect,
  [mysqlDialect.id]: mysqlDialect,
  [pinotDialect.id]: pinotDialect,
  [postgresDialect.id]: postgresDialect,
  [sqliteDialect.id]: sqliteDialect,
};
