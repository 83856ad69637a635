import type { SshAccount } from '@chartroom/engines';
import { z } from 'zod';
import type { SecretBox } from './secret-box.ts';

const stored = z.object({
  server_address: z.string(),
  server_port: z.int(),
  username: z.string(),
  password: z.string().optional(),
  private_key: z.string().optional(),
  private_key_password: z.string().optional(),
});

/** Parts of a tunnel that nobody is shown. */
export const TUNNEL_SECRETS = ['password', 'private_key', 'private_key_password'] as const;

/** Reads a stored tunnel; null when there is none. Throws a 500 when the secret key is another. */
export function openTunnel(sealed: string | null, secrets: SecretBox): SshAccount | null {
  return sealed === null ? null : stored.parse(JSON.parse(secrets.open(sealed)));
}

/** A tunnel as it is stored. */
export function sealTunnel(account: SshAccount | null, secrets: SecretBox): string | null {
  return account && secrets.seal(JSON.stringify(account));
}
