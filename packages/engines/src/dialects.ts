import type { Dialect } from '@chartroom/query';
import { duckdbDialect } from './duckdb/dialect.ts';
import { postgresDialect } from './postgres/dialect.ts';
import { sqliteDialect } from './sqlite/dialect.ts';

/** The dialect of every engine by its wire name (`backend`). */
export const dialects: Readonly<Record<string, Dialect>> = {
  [duckdbDialect.id]: duckdbDialect,
  [postgresDialect.id]: postgresDialect,
  [sqliteDialect.id]: sqliteDialect,
};
