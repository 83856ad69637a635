import { createHash } from 'node:crypto';
import { tunnelError } from './errors.ts';
import type { SshAccount } from './ssh-account.ts';

/** Who SSH servers are: the keys by which they were known when they were first met, or that an administrator has named. */
export interface HostKeys {
  /** Keys (`ssh-ed25519 AAAA…`) of a server `host:port`; none = it was never met. */
  known(server: string): Promise<string[]>;
  /** Keeps the key of a server that was met for the first time. */
  remember(server: string, key: string): Promise<void>;
}

/** A key as `known_hosts` writes it; its own first part says of what kind it is. */
function textOfKey(key: Buffer): string {
  return `${key.toString('latin1', 4, 4 + key.readUInt32BE(0))} ${key.toString('base64')}`;
}

function fingerprint(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** Remembers a server that is met for the first time. Rejects when one that is known shows another key. */
export async function checkHostKey(key: Buffer, account: SshAccount, keys: HostKeys): Promise<void> {
  const server = `${account.server_address.toLowerCase()}:${account.server_port}`;
  const shown = textOfKey(key);
  const known = await keys.known(server);
  if (known.includes(shown)) return;
  if (known.length === 0) return keys.remember(server, shown);
  throw tunnelError(
    'CONNECTION_ACCESS_DENIED_ERROR',
    `The SSH server "${server}" shows another key (${fingerprint(key)}) than the one it is known by. Somebody may be in between. If the key was changed on purpose, an administrator of the server has to name the new one (CHARTROOM_SSH_KNOWN_HOSTS).`,
    ['ssh_tunnel.server_address'],
  );
}
