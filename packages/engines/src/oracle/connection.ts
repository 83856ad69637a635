import { ChartroomError } from '@chartroom/model';
import type { ConnectionAttributes } from 'oracledb';
import type { ConnectionContext } from '../engine.ts';
import { parseUri } from '../uri.ts';
import { ENGINE_NAME } from './errors.ts';
import type { Target } from './relay.ts';

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

/** What an address says. */
export interface OracleAddress {
  target: Target;
  /** Whether what is said is encrypted, and the certificate is checked. */
  isEncrypted: boolean;
  /** Settings of the driver for a way to the server. */
  attributes(way: Target): ConnectionAttributes;
  context: ConnectionContext;
}

/**
 * Reads an address: the database is a SID, `?service_name=…` a service; `?protocol=tcps` asks for an encrypted connection.
 * @throws ChartroomError 400 for a host or database that is no name
 */
export function oracleAddress(uri: string): OracleAddress {
  const { username, password, host: hostname = 'localhost', port = 1521, database, query } = parseUri(uri);
  const service = query.service_name;
  const data =
    service === undefined
      ? `(SID=${part('database', database || 'ORCL')})`
      : `(SERVICE_NAME=${part('service_name', service)})`;
  const isEncrypted = query.protocol?.toLowerCase() === 'tcps';
  part('host', hostname);
  const timeout = Number(query.connect_timeout ?? 0) || CONNECT_TIMEOUT_SECONDS;
  return {
    target: { host: hostname, port },
    isEncrypted,
    attributes: (way) => ({
      ...(username === undefined ? {} : { user: username }),
      ...(password === undefined ? {} : { password }),
      connectString: `(DESCRIPTION=(ADDRESS=(PROTOCOL=${isEncrypted ? 'TCPS' : 'TCP'})(HOST=${way.host})(PORT=${way.port}))(CONNECT_DATA=${data}))`,
      connectTimeout: timeout,
      transportConnectTimeout: timeout,
    }),
    context: { username, hostname, port, database: service ?? database },
  };
}
