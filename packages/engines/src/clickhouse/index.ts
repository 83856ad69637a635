import { defineEngine, type Engine, USUAL_CAPABILITIES } from '../engine.ts';
import { SCHEMA_AS_DATABASE } from '../network/address-place.ts';
import { clickhouseConnectDialect, clickhouseDialect } from './dialect.ts';
import { classifierOf } from './errors.ts';
import { openClickHouse } from './session.ts';

const HTTP_PORT = 8123;

function family(
  settings: Pick<Engine, 'id' | 'name' | 'dialect' | 'drivers' | 'uriPlaceholder' | 'formRequires'>,
): Engine {
  return defineEngine({
    ...settings,
    defaultPort: HTTP_PORT,
    capabilities: { ...USUAL_CAPABILITIES, fileUpload: true },
    encryptionQuery: { secure: 'true' },
    place: SCHEMA_AS_DATABASE,
    asksOutbound: true,
    tunnels: true,
    classify: classifierOf(settings.name),
    open: (connection) => openClickHouse(connection, settings.name),
  });
}

/** ClickHouse over its HTTP interface. */
export const clickhouseConnect = family({
  id: 'clickhousedb',
  name: 'ClickHouse Connect (Superset)',
  dialect: clickhouseConnectDialect,
  drivers: ['connect'],
  formRequires: ['host'],
  uriPlaceholder: 'clickhousedb://user:password@host[:port][/dbname][?secure=value&=value...]',
});

/** The same server under addresses of the other driver. */
export const clickhouse = family({
  id: 'clickhouse',
  name: 'ClickHouse',
  dialect: clickhouseDialect,
  drivers: ['http'],
  uriPlaceholder: 'clickhouse+http://user:password@host:port/dbname[?protocol=https&key=value...]',
});
