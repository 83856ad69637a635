import { defineEngine } from '../engine.ts';
import { sqliteDialect } from './dialect.ts';
import { classifySqliteError } from './errors.ts';
import { openSqlite } from './session.ts';

/** SQLite files in the folder for database files. */
export const sqlite = defineEngine({
  id: 'sqlite',
  name: 'SQLite',
  drivers: ['pysqlite'],
  uriPlaceholder: 'sqlite:///sales.sqlite',
  dialect: sqliteDialect,
  capabilities: {
    fileUpload: false,
    catalogs: false,
    schemas: true,
    cancel: true,
    estimate: false,
    live: false,
    embedded: true,
    unsafe: true,
  },
  classify: classifySqliteError,
  open: openSqlite,
});
