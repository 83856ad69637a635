import { ChartroomError, isJsonObject, type JsonObject } from '@chartroom/model';
import type { ConnectionContext, ConnectionSettings } from '../engine.ts';
import { guardedAgents, type HttpAgents } from '../network/guarded-agents.ts';
import { USUAL_BOUNDS } from '../rows/answer-bounds.ts';
import { parseUri } from '../uri.ts';

/** Where a server answers over HTTP, and as whom it is asked. */
export interface HttpAddress {
  /** e.g. `https://host:8082`, without a path. */
  origin: string;
  /** What the address says behind its host, without the slashes around it. */
  path: string;
  headers: Record<string, string>;
  query: Record<string, string>;
  agents: HttpAgents;
  /** Bytes that one answer, or one page of it, may have. */
  mostBytes: number;
  context: ConnectionContext;
}

/**
 * Reads an address such as `druid+https://user:password@host:8082/path`. `+https`, `ssl=true` or `scheme=https` encrypts. A token
 * stands in `extra.engine_params.connect_args`: `token` (Bearer) or `api_key` (ApiKey). Throws CONNECTION_MISSING_PARAMETERS_ERROR.
 */
export function httpAddress(
  { uri, extra, outbound, bounds = USUAL_BOUNDS }: ConnectionSettings,
  defaultPort: number,
): HttpAddress {
  const parts = parseUri(uri);
  const { host = 'localhost', port = defaultPort, query } = parts;
  if (
    Object.entries(query).some(
      ([name, value]) => /^verify(_ssl|_certs)?$/.test(name) && /^(0|false|no)$/i.test(value),
    )
  ) {
    throw new ChartroomError(
      'The certificate of the server is always checked: make its authority known with NODE_EXTRA_CA_CERTS.',
      {
        status: 400,
        error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
      },
    );
  }
  const isEncrypted =
    parts.driver === 'https' || query.scheme === 'https' || /^(1|true|yes)$/i.test(query.ssl ?? '');
  const url = new URL(`${isEncrypted ? 'https' : 'http'}://localhost`);
  url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  const authorization = authorizationOf(parts, extra);
  return {
    origin: url.origin,
    path: (parts.database ?? '').replaceAll(/^\/+|\/+$/g, ''),
    headers: authorization === undefined ? {} : { authorization },
    query,
    agents: guardedAgents(outbound),
    mostBytes: bounds.MAX_ANSWER_BYTES,
    context: { username: parts.username, hostname: host, port },
  };
}

function authorizationOf(
  { username, password = '' }: { username: string | undefined; password: string | undefined },
  extra: JsonObject,
): string | undefined {
  const engine = isJsonObject(extra.engine_params) ? extra.engine_params : {};
  const { token, api_key } = isJsonObject(engine.connect_args) ? engine.connect_args : {};
  if (typeof token === 'string') return `Bearer ${token}`;
  if (typeof api_key === 'string') return `ApiKey ${api_key}`;
  return username ? `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` : undefined;
}
