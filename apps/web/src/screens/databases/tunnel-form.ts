import type { DatabaseSSHTunnel, ShownTunnel } from '@chartroom/model';

/** What the section of the SSH tunnel holds. */
export interface TunnelForm {
  on: boolean;
  server_address: string;
  server_port: number;
  username: string;
  login: 'password' | 'private_key';
  password: string;
  private_key: string;
  private_key_password: string;
}

/** The section as a stored tunnel fills it; without one it is off. */
export function tunnelForm(stored: ShownTunnel | undefined): TunnelForm {
  return {
    on: stored !== undefined,
    server_address: stored?.server_address ?? '',
    server_port: stored?.server_port ?? 22,
    username: stored?.username ?? '',
    login: stored?.private_key === undefined ? 'password' : 'private_key',
    password: stored?.password ?? '',
    private_key: stored?.private_key ?? '',
    private_key_password: stored?.private_key_password ?? '',
  };
}

/** What is sent of it: null takes a stored tunnel away, and nothing is said where there is none. */
export function sentTunnel(
  { on, login, ...form }: TunnelForm,
  stored: ShownTunnel | undefined,
): { ssh_tunnel?: DatabaseSSHTunnel | null } {
  if (!on) return stored ? { ssh_tunnel: null } : {};
  const { password, private_key, private_key_password, ...server } = form;
  // Members that are empty take away what was stored of the other way to sign in.
  return {
    ssh_tunnel:
      login === 'password'
        ? { ...server, password, private_key: null, private_key_password: null }
        : { ...server, password: null, private_key, private_key_password: private_key_password || null },
  };
}
