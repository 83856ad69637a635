import type { SshAccount } from '@chartroom/engines';
import type { DatabaseSSHTunnel, ShownTunnel } from '@chartroom/model';
import type { Config } from '../../base/config.ts';
import { badRequest, unprocessable } from '../../http/errors.ts';
import { TUNNEL_SECRETS } from '../../security/sealed-tunnel.ts';
import { requireSameTunnel } from './kept-secrets.ts';

const MASK = 'XXXXXXXXXX';
const SSH_PORT = 22;

/**
 * The tunnel that a form describes: masked secrets are those that are stored, and what it does not name stays. A new
 * password takes the place of a private key, and the other way round. `undefined` keeps what there is, null removes it.
 * @throws ChartroomError 400 where tunnels are switched off, 422 for one that cannot be used
 */
export function tunnelOf(
  form: DatabaseSSHTunnel | null | undefined,
  stored: SshAccount | null,
  config: Pick<Config, 'SSH_TUNNELING'>,
): SshAccount | null {
  if (form === undefined) return stored;
  if (form === null) return null;
  requireTunneling(config);
  const secret = (name: (typeof TUNNEL_SECRETS)[number]): string | undefined => {
    const value = form[name];
    if (value === MASK) return stored?.[name];
    return value === undefined ? stored?.[name] : value || undefined;
  };
  const isNew = (value: string | null | undefined): boolean => Boolean(value) && value !== MASK;
  const byPassword = isNew(form.password) && !form.private_key;
  const byKey = isNew(form.private_key) && !form.password;
  const password = byKey ? undefined : secret('password');
  const private_key = byPassword ? undefined : secret('private_key');
  const account = {
    server_address: form.server_address || stored?.server_address || '',
    server_port: form.server_port ?? stored?.server_port ?? SSH_PORT,
    username: form.username || stored?.username || '',
    password,
    private_key,
    private_key_password: private_key === undefined ? undefined : secret('private_key_password'),
  };
  if (stored)
    requireSameTunnel(
      stored,
      account,
      TUNNEL_SECRETS.some((name) => account[name] !== undefined && account[name] === stored[name]),
    );
  requireUsable(account);
  return account;
}

/** 400 where tunnels are switched off. */
export function requireTunneling(config: Pick<Config, 'SSH_TUNNELING'>): void {
  if (!config.SSH_TUNNELING) throw badRequest('SSH Tunneling is not enabled');
}

function requireUsable(account: SshAccount): void {
  const missing = (['server_address', 'username'] as const).filter((name) => account[name] === '');
  if (missing.length > 0)
    throw unprocessable(
      Object.fromEntries(missing.map((name) => [`ssh_tunnel.${name}`, ['Field is required']])),
    );
  if (account.server_port < 1 || account.server_port > 65_535) {
    throw unprocessable({ 'ssh_tunnel.server_port': ['The port must be an integer between 1 and 65535.'] });
  }
  if (!account.password && !account.private_key)
    throw unprocessable('Must provide credentials for the SSH Tunnel');
  if (account.password && account.private_key)
    throw unprocessable('Cannot have multiple credentials for the SSH Tunnel');
}

/** A tunnel as it may be shown, under the id of its database. */
export function maskedTunnel(account: SshAccount | null, id?: number): ShownTunnel | undefined {
  if (!account) return undefined;
  const { server_address, server_port, username, password, private_key, private_key_password } = account;
  return {
    ...(id !== undefined && { id }),
    server_address,
    server_port,
    username,
    ...(password !== undefined && { password: MASK }),
    ...(private_key !== undefined && { private_key: MASK }),
    ...(private_key_password !== undefined && { private_key_password: MASK }),
  };
}
