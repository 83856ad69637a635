import { ChartroomError } from '@chartroom/model';
import type { ConnectionAttributes } from 'oracledb';
import type { ConnectionContext, ConnectionSettings } from '../engine.ts';
import { parseUri } from '../uri.ts';
import { ENGINE_NAME } from './errors.ts';

const CONNECT_TIMEOUT_SECONDS = 10;

/** Parts of a connect descriptor are put into its brackets: nothing else may stand in them. */
function part(name: string, value: string): string {
  if (/^[\w.$#:-]+$/.test(value)) return value;
  throw new ChartroomError(`The ${name} "${value}" of the address cannot be part of a connect descriptor.`, {
    status: 400,
    error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
    extra: { engine_name: ENGINE_NAME, invalid: [name] },
  });
}

/**
 * Settings of the driver for an address: the database is a SID, `?service_name=…` a service; `?protocol=tcps` asks for
 * an encrypted connection. `attributes` asks for the port of this machine that leads through a tunnel, where there is one.
 * @throws ChartroomError 400 for a host or database that is no name
 */
export function connectionAttributes({ uri, outbound }: Pick<ConnectionSettings, 'uri' | 'outbound'>): {
  attributes(): Promise<ConnectionAttributes>;
  context: ConnectionContext;
} {
  const { username, password, host: hostname = 'localhost', port = 1521, database, query } = parseUri(uri);
  const service = query.service_name;
  const target =
    service === undefined ? `(SID=${part('database', database || 'ORCL')})` : `(SERVICE_NAME=${part('service_name', service)})`;
  const protocol = query.protocol?.toLowerCase() === 'tcps' ? 'TCPS' : 'TCP';
  const server = part('host', hostname);
  const attributes = {
    ...(username === undefined ? {} : { user: username }),
    ...(password === undefined ? {} : { password }),
    connectTimeout: Number(query.connect_timeout ?? 0) || CONNECT_TIMEOUT_SECONDS,
    transportConnectTimeout: Number(query.connect_timeout ?? 0) || CONNECT_TIMEOUT_SECONDS,
  };
  return {
    attributes: async () => {
      const forwarded = await outbound?.tunnel?.forward({ host: hostname, port });
      const place = forwarded === undefined ? `(HOST=${server})(PORT=${port})` : `(HOST=127.0.0.1)(PORT=${forwarded})`;
      return { ...attributes, connectString: `(DESCRIPTION=(ADDRESS=(PROTOCOL=${protocol})${place})(CONNECT_DATA=${target}))` };
    },
    context: { username, hostname, port, database: service ?? database },
  };
}
