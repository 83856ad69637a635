import type { FastifyRequest } from 'fastify';
import type { Config } from '../../base/config.ts';
import { addressList } from '../address-list.ts';

/**
 * Reads the user name that a proxy in front of the installation has put into a header (AUTH_TYPE=remote_user). The header
 * counts on connections from TRUSTED_PROXIES alone; anybody else could write it.
 */
export function createRemoteUser(config: Config): (request: FastifyRequest) => string | undefined {
  if (config.AUTH_TYPE !== 'remote_user') return () => undefined;
  const isProxy = addressList(config.TRUSTED_PROXIES);
  return (request) => {
    if (!isProxy(request.socket.remoteAddress ?? '')) return undefined;
    const given = request.headers[config.AUTH_REMOTE_USER_HEADER];
    // Two such headers arrive as one with a comma: a proxy that adds its own to the visitor's cannot be believed.
    if (typeof given !== 'string' || given.includes(',')) return undefined;
    const username = given.trim();
    return username === '' || username.length > 250 ? undefined : username;
  };
}

/** The user name that a trusted proxy vouches for, if it does. */
export interface WithRemoteUser {
  remoteUser(request: FastifyRequest): string | undefined;
}
