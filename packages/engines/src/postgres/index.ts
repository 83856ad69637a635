import { defineEngine, USUAL_CAPABILITIES } from '../engine.ts';
import { CATALOG_AS_DATABASE } from '../network/address-place.ts';
import { postgresDialect } from './dialect.ts';
import { postgresClassifier } from './errors.ts';
import { openPostgres } from './session.ts';

const classify = postgresClassifier('PostgreSQL');

/** PostgreSQL and what speaks its protocol. */
export const postgres = defineEngine({
  id: 'postgresql',
  name: 'PostgreSQL',
  drivers: ['psycopg2', 'psycopg', 'asyncpg', 'pg8000'],
  defaultPort: 5432,
  uriPlaceholder: 'postgresql://user:password@host:port/dbname[?key=value&key=value...]',
  asksOutbound: true,
  tunnels: true,
  dialect: postgresDialect,
  capabilities: { ...USUAL_CAPABILITIES, fileUpload: true, catalogs: true, estimate: true },
  place: CATALOG_AS_DATABASE,
  classify,
  open: (settings) =>
    openPostgres(settings, {
      defaultPort: 5432,
      settings: ['datestyle = ISO', 'intervalstyle = postgres', 'bytea_output = hex'],
      classify,
      copies: true,
    }),
});
