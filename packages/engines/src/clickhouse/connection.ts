import type { ClickHouseClientConfigOptions } from '@clickhouse/client';
import type { ConnectionContext, ConnectionSettings } from '../engine.ts';
import { SCHEMA_AS_DATABASE } from '../network/address-place.ts';
import { guardedAgents } from '../network/guarded-agents.ts';
import { parseUri } from '../uri.ts';

/** Connections that one database record may hold at once. */
const MAX_CONNECTIONS = 8;
/** The client's own limit is an idle one and shorter than some queries are silent: each run has its own (milliseconds). */
const REQUEST_TIMEOUT_MS = 2 ** 31 - 1;

const isYes = (text: string | undefined): boolean => /^(1|true|yes|on)$/i.test(text ?? '');
const isNo = (text: string | undefined): boolean => /^(0|false|no|off)$/i.test(text ?? '');

/** What an address says: where the HTTP interface is, and who asks. `secure=true` or `protocol=https` encrypts, `verify=false` trusts any certificate. */
export function connectionOptions({ uri, outbound }: Pick<ConnectionSettings, 'uri' | 'outbound'>): {
  options: ClickHouseClientConfigOptions;
  context: ConnectionContext;
} {
  const parts = parseUri(uri);
  const { username = 'default', password = '', host = 'localhost', port: written, query } = parts;
  const secure = isYes(query.secure) || query.protocol?.toLowerCase() === 'https';
  const port = written ?? (secure ? 8443 : 8123);
  const url = new URL(`${secure ? 'https' : 'http'}://localhost`);
  url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  const agents = guardedAgents(outbound, {
    maxSockets: MAX_CONNECTIONS,
    rejectUnauthorized: !(secure && isNo(query.verify)),
  });
  const options: ClickHouseClientConfigOptions = {
    url,
    username,
    password,
    application: 'chartroom',
    request_timeout: REQUEST_TIMEOUT_MS,
    http_agent: secure ? agents.https : agents.http,
    set_basic_auth_header: true,
  };
  return {
    options,
    context: { username, hostname: host, port, database: SCHEMA_AS_DATABASE.of(parts).schema },
  };
}
