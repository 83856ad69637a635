import type { Dialect } from '@chartroom/query';
import { COMPATIBLE, KNOWN_ENGINES } from './dialect-facts/index.ts';
import { duckdbDialect } from './duckdb/dialect.ts';
import { mssqlDialect } from './mssql/dialect.ts';
import { mariadbDialect, mysqlDialect } from './mysql/dialect.ts';
import { oracleDialect } from './oracle/dialect.ts';
import { postgresDialect } from './postgres/dialect.ts';
import { sqliteDialect } from './sqlite/dialect.ts';

/** The dialect of every engine by its wire name (`backend`). */
export const dialects: Readonly<Record<string, Dialect>> = {
  [duckdbDialect.id]: duckdbDialect,
  [mariadbDialect.id]: mariadbDialect,
  [mysqlDialect.id]: mysqlDialect,
  [mssqlDialect.id]: mssqlDialect,
  [oracleDialect.id]: oracleDialect,
  [postgresDialect.id]: postgresDialect,
  [sqliteDialect.id]: sqliteDialect,
  ...Object.fromEntries([...COMPATIBLE, ...KNOWN_ENGINES].map(({ id, dialect }) => [id, dialect])),
};
