/** An account on an SSH server: with a password or a private key. */
export interface SshAccount {
  server_address: string;
  server_port: number;
  username: string;
  password?: string | undefined;
  private_key?: string | undefined;
  private_key_password?: string | undefined;
}
