import { defineEngine, USUAL_CAPABILITIES } from '../engine.ts';
import { CATALOG_SLASH_PLAIN_SCHEMA } from '../network/address-place.ts';
import { snowflakeForm } from './connection.ts';
import { snowflakeDialect } from './dialect.ts';
import { classifySnowflakeError } from './errors.ts';
import { openSnowflake } from './session.ts';

/** Snowflake: databases are its catalogs. */
export const snowflake = defineEngine({
  id: 'snowflake',
  name: 'Snowflake',
  drivers: ['snowflake'],
  uriPlaceholder: 'snowflake://user:password@account/database/schema?warehouse={warehouse}&role={role}',
  encryptionQuery: {},
  form: snowflakeForm,
  dialect: snowflakeDialect,
  place: CATALOG_SLASH_PLAIN_SCHEMA,
  tellsSchema: true,
  capabilities: { ...USUAL_CAPABILITIES, catalogs: true },
  classify: classifySnowflakeError,
  open: openSnowflake,
});
