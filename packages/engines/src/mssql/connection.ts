import type { Socket } from 'node:net';
import type { ConnectionConfiguration } from 'tedious';
import type { ConnectionContext, ConnectionSettings } from '../engine.ts';
import type { Outbound } from '../network/network-way.ts';
import { connected } from '../network/outbound.ts';
import { parseUri } from '../uri.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const YES = ['yes', 'true', '1', 'mandatory'];

/**
 * Settings of the driver for an address. `encrypt=yes` asks for an encrypted connection, whose certificate is checked
 * unless `TrustServerCertificate=yes`; names of parameters as in connection strings, whatever their case.
 */
export function connectionConfig({ uri, outbound }: Pick<ConnectionSettings, 'uri' | 'outbound'>): {
  config: ConnectionConfiguration;
  context: ConnectionContext;
} {
  const parts = parseUri(uri);
  const query = new Map(Object.entries(parts.query).map(([name, value]) => [name.toLowerCase(), value]));
  const isOn = (name: string): boolean => YES.includes((query.get(name) ?? '').toLowerCase());
  const hostname = parts.host ?? 'localhost';
  const port = parts.port ?? 1433;
  const config: ConnectionConfiguration = {
    server: hostname,
    authentication: {
      type: 'default',
      options: { userName: parts.username ?? 'sa', password: parts.password ?? '' },
    },
    options: {
      port,
      ...(parts.database ? { database: parts.database } : {}),
      ...(outbound && { connector: connectorOf({ host: hostname, port }, outbound) }),
      encrypt: isOn('encrypt'),
      trustServerCertificate: isOn('trustservercertificate'),
      appName: query.get('app') ?? 'chartroom',
      connectTimeout:
        Number(query.get('timeout') ?? query.get('login_timeout') ?? 0) * 1000 || CONNECT_TIMEOUT_MS,
      // The time of a query is kept by the session.
      requestTimeout: 0,
      useUTC: true,
      lowerCaseGuids: true,
      // The week begins on Sunday and texts in double quotes are names, whatever the login is set to.
      datefirst: 7,
      enableQuotedIdentifier: true,
    },
  };
  return { config, context: { username: parts.username, hostname, port, database: parts.database } };
}

type Connector = (
  named?: { host: string; port: number },
  lookup?: unknown,
  signal?: AbortSignal,
) => Promise<Socket>;

/** Connects where the server is. The driver names another place when the server sends it there, and ends it when the time is over. */
function connectorOf(own: { host: string; port: number }, outbound: Outbound): Connector {
  return (named = own, _lookup, signal) =>
    connected({ host: named.host, port: named.port }, outbound, signal);
}
