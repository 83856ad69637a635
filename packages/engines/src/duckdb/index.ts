import { defineEngine } from '../engine.ts';
import { duckdbDialect } from './dialect.ts';
import { classifyDuckDbError } from './errors.ts';
import { openDuckDb } from './session.ts';

/** DuckDB: the engine that lives in the server; also the home of the examples and of uploaded files. */
export const duckdb = defineEngine({
  id: 'duckdb',
  name: 'DuckDB',
  drivers: ['duckdb_engine'],
  uriPlaceholder: 'duckdb:///sales.duckdb',
  dialect: duckdbDialect,
  capabilities: {
    fileUpload: true,
    catalogs: false,
    schemas: true,
    cancel: true,
    estimate: false,
    live: true,
    embedded: true,
    unsafe: false,
  },
  classify: (text) => classifyDuckDbError(text, undefined, []),
  open: openDuckDb,
});
