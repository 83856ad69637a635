import type { DatabaseUri, SshAccount } from '@chartroom/engines';
import { isJsonObject, type JsonObject, readDatabaseExtra } from '@chartroom/model';
import { invalidFields, unprocessable } from '../../http/errors.ts';

/** Where a connection leads. */
export interface Destination {
  address: DatabaseUri;
  extra: JsonObject;
  tunnel: SshAccount | null;
}

/** Names of options that say, or may say, with whom a client talks. */
const LEADS = /host|addr|socket|server|url|uri|endpoint|proxy|account|region|controller|service|dsn/i;

/**
 * Refuses stored secrets where a connection leads elsewhere than before: whoever may change an address would be sent what
 * they may not read.
 * @param kept which of the secrets were not given anew
 * @throws ChartroomError 400 naming the fields that have to be given again
 */
export function requireSamePlace(
  before: Destination,
  after: Destination,
  kept: { password: boolean; documents: boolean },
): void {
  // Without a tunnel a connection leads where its address always said.
  const tunnels = after.tunnel === null || tunnelPlace(before.tunnel) === tunnelPlace(after.tunnel);
  if ((!kept.password && !kept.documents) || (tunnels && placeOf(before) === placeOf(after))) return;
  const reason = 'has to be given again, because the connection leads to another place';
  throw invalidFields({
    ...(kept.password && { sqlalchemy_uri: [`The password ${reason}.`] }),
    ...(kept.documents && { masked_encrypted_extra: [`Each secret ${reason}.`] }),
  });
}

/** The same for the secrets of a tunnel. */
export function requireSameTunnel(before: SshAccount, after: SshAccount, keptSecrets: boolean): void {
  if (!keptSecrets || tunnelPlace(before) === tunnelPlace(after)) return;
  throw unprocessable({
    'ssh_tunnel.server_address': [
      'The password or key has to be given again, because the tunnel leads to another server.',
    ],
  });
}

function placeOf({ address, extra }: Destination): string {
  const { engine, driver, host, port, query } = address;
  const { connect_args } = readDatabaseExtra(extra).engine_params ?? {};
  return JSON.stringify([
    engine,
    driver ?? null,
    host?.toLowerCase() ?? null,
    port ?? null,
    leading(query),
    leading(connect_args),
  ]);
}

function leading(options: unknown): unknown[] {
  if (!isJsonObject(options)) return [];
  return Object.entries(options)
    .filter(([name, value]) => LEADS.test(name) || (typeof value === 'string' && value.includes('//')))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function tunnelPlace(tunnel: SshAccount | null): string | null {
  return tunnel && `${tunnel.server_address.toLowerCase()}:${tunnel.server_port}`;
}
