import { defineEngine, type Engine, USUAL_CAPABILITIES } from '../engine.ts';
import { CATALOG_SLASH_SCHEMA } from '../network/address-place.ts';
import { askedBy } from './connection.ts';
import { prestoDialect, trinoDialect } from './dialect.ts';
import { classifierOf } from './errors.ts';
import { type FamilyMember, openCoordinator } from './session.ts';

function family(id: string, drivers: string[], member: FamilyMember): Engine {
  return defineEngine({
    id,
    oauth2: id === 'trino',
    name: member.name,
    drivers,
    defaultPort: 8080,
    uriPlaceholder: `${id}://user:password@host:port/catalog/schema[?http_scheme=https&key=value...]`,
    encryptionQuery: { [id === 'trino' ? 'http_scheme' : 'protocol']: 'https' },
    dialect: member.dialect,
    place: CATALOG_SLASH_SCHEMA,
    asksOutbound: true,
    tellsSchema: true,
    capabilities: { ...USUAL_CAPABILITIES, catalogs: true, estimate: true },
    tunnels: true,
    asPerson: askedBy,
    classify: classifierOf(member.name),
    open: (connection) => openCoordinator(connection, member),
  });
}

/** Trino. */
export const trino = family('trino', ['rest'], {
  name: 'Trino',
  prefix: 'X-Trino-',
  dialect: trinoDialect,
  materialized: true,
});

/** Presto, from which Trino came: the same protocol under other names. */
export const presto = family('presto', ['pyhive', 'rest'], {
  name: 'Presto',
  prefix: 'X-Presto-',
  dialect: prestoDialect,
  materialized: false,
  estimatesFrom: 0.319,
});
