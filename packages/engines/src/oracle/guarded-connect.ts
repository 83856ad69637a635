import type { Connection } from 'oracledb';
import { GuardedProxy } from '../network/guarded-proxy.ts';
import type { Outbound } from '../network/network-way.ts';
import type { OracleAddress } from './connection.ts';
import { Relay } from './relay.ts';

/** Opens a connection, to what may be reached where something is forbidden. The driver, which is loaded here, takes no socket. */
export async function connect(address: OracleAddress, outbound: Outbound | undefined): Promise<Connection> {
  const { default: library } = await import('oracledb');
  if (outbound === undefined) return library.getConnection(address.attributes(address.target));
  return address.isEncrypted
    ? throughProxy(library, address, outbound)
    : throughRelay(library, address, outbound);
}

type Library = typeof import('oracledb')['default'];

/** The certificate is held against the name of the address, so that the name stays. */
async function throughProxy(
  library: Library,
  address: OracleAddress,
  outbound: Outbound,
): Promise<Connection> {
  const proxy = new GuardedProxy(outbound);
  try {
    const way = { httpsProxy: '127.0.0.1', httpsProxyPort: await proxy.port() };
    return await library.getConnection({ ...address.attributes(address.target), ...way });
  } catch (error) {
    throw proxy.failure ?? error;
  } finally {
    proxy.refuseMore();
  }
}

async function throughRelay(
  library: Library,
  address: OracleAddress,
  outbound: Outbound,
): Promise<Connection> {
  const relay = new Relay(outbound);
  try {
    return await library.getConnection(
      address.attributes({ host: '127.0.0.1', port: await relay.to(address.target) }),
    );
  } catch (error) {
    throw relay.failure ?? error;
  } finally {
    relay.close();
  }
}
