import type { ConnectionOptions } from 'mysql2';
import type { ConnectionContext, ConnectionSettings } from '../engine.ts';
import { connectThrough } from '../network/outbound.ts';
import { parseUri } from '../uri.ts';

/**
 * Connections that one database record may hold, how many of them may wait unused, and for how many milliseconds.
 * (The driver looks for unused ones only when fewer may wait than may be open.)
 */
export const POOL = { connectionLimit: 6, maxIdle: 3, idleTimeout: 30_000 };
/** The server may not ask for files of this machine. */
export const CONNECT_ARGS = { local_infile: 0 };
const CONNECT_TIMEOUT_MS = 10_000;

/** `ssl_mode` of the address (or `ssl=1`, `sslmode=…`) → whether to encrypt, and whether to check the server's certificate. */
function encryption(query: Record<string, string>): { rejectUnauthorized: boolean } | undefined {
  const mode = (query.ssl_mode ?? query.sslmode ?? '').toLowerCase().replaceAll('-', '_');
  if (['verify_ca', 'verify_identity', 'verify_full'].includes(mode)) return { rejectUnauthorized: true };
  const wanted =
    ['required', 'require'].includes(mode) || ['1', 'true'].includes((query.ssl ?? '').toLowerCase());
  return wanted ? { rejectUnauthorized: false } : undefined;
}

/**
 * Settings of the driver for an address. Whatever the address says, one text is one statement, and the server
 * may not ask for files of this machine.
 */
export function connectionOptions(
  { uri, outbound }: Pick<ConnectionSettings, 'uri' | 'outbound'>,
  defaultPort: number,
): {
  options: ConnectionOptions;
  context: ConnectionContext;
} {
  const parts = parseUri(uri);
  const ssl = encryption(parts.query);
  const socketPath = parts.query.unix_socket;
  const [host, port] = [parts.host ?? 'localhost', parts.port ?? defaultPort];
  const options: ConnectionOptions = {
    ...(socketPath === undefined ? { host, port } : { socketPath }),
    ...(outbound && {
      stream: () =>
        connectThrough(socketPath === undefined ? { host, port } : { path: socketPath }, outbound)
          .setNoDelay()
          .setKeepAlive(true),
    }),
    user: parts.username ?? 'root',
    ...(parts.password === undefined ? {} : { password: parts.password }),
    ...(parts.database ? { database: parts.database } : {}),
    ...(ssl ? { ssl } : {}),
    charset: 'utf8mb4',
    connectTimeout: Number(parts.query.connect_timeout ?? 0) * 1000 || CONNECT_TIMEOUT_MS,
    multipleStatements: false,
    flags: CONNECT_ARGS.local_infile === 0 ? ['-LOCAL_FILES'] : [],
    enableKeepAlive: true,
  };
  const context = { username: options.user, hostname: host, port, database: parts.database };
  return { options, context };
}
