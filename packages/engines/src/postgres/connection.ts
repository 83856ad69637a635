import type { ClientConfig } from 'pg';
import type { ConnectionContext, ConnectionSettings } from '../engine.ts';
import { GuardedSocket } from '../network/outbound.ts';
import { TunnelSocket } from '../ssh/tunnel-socket.ts';
import { parseUri } from '../uri.ts';

/** Connections that one database record may hold, and milliseconds until an unused one is closed. */
export const POOL = { max: 6, idleTimeoutMillis: 30_000 };
const CONNECT_TIMEOUT_MS = 10_000;

/** Settings of the driver for an address; `sslmode` is read as libpq does. */
export function clientConfig(
  { uri, outbound }: Pick<ConnectionSettings, 'uri' | 'outbound'>,
  defaultPort: number,
): {
  config: ClientConfig;
  context: ConnectionContext;
} {
  const parts = parseUri(uri);
  const sslmode = parts.query.sslmode ?? 'prefer';
  const encrypted = ['require', 'verify-ca', 'verify-full'].includes(sslmode);
  const config: ClientConfig = {
    host: parts.host ?? parts.query.host ?? 'localhost',
    port: parts.port ?? defaultPort,
    user: parts.username ?? 'postgres',
    database: parts.database || parts.username || 'postgres',
    application_name: parts.query.application_name ?? 'chartroom',
    ...(outbound && {
      stream: () => (outbound.tunnel ? new TunnelSocket(outbound.tunnel) : new GuardedSocket(outbound)),
    }),
    connectionTimeoutMillis: Number(parts.query.connect_timeout ?? 0) * 1000 || CONNECT_TIMEOUT_MS,
    ...(parts.password === undefined ? {} : { password: parts.password }),
    ...(encrypted ? { ssl: { rejectUnauthorized: sslmode !== 'require' } } : {}),
    ...(parts.query.options ? { options: parts.query.options } : {}),
  };
  return {
    config,
    context: { username: config.user, hostname: config.host, port: config.port, database: config.database },
  };
}
