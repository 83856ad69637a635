import { once } from 'node:events';
import { connect, type Server as Listener } from 'node:net';
import ssh, { type Connection, type ServerChannel } from 'ssh2';

const { Server, utils } = ssh;

/** A new key pair; with a password the private half is encrypted. */
export function keyPair(passphrase?: string): { public: string; private: string } {
  for (;;) {
    const pair =
      passphrase === undefined
        ? utils.generateKeyPairSync('ed25519')
        : utils.generateKeyPairSync('ed25519', { passphrase, cipher: 'aes256-ctr', rounds: 8 });
    // The library makes one now and then that it cannot read itself.
    if (!(utils.parseKey(pair.private, passphrase) instanceof Error)) return pair;
  }
}

interface SshServerOptions {
  username?: string;
  password?: string;
  /** Public key of whoever comes with a private one. */
  publicKey?: string;
  /** Private key by which the server is known; a new one unless told. */
  hostKey?: string;
  port?: number;
  /** Whether connections may lead on to this server. */
  allows?(host: string, port: number): boolean;
}

/** An SSH server of a test, which leads on to servers that are really there. */
export interface TestSshServer {
  port: number;
  hostKey: string;
  /** Servers that were led to, as `host:port`, oldest first. */
  forwarded: string[];
  /** Accounts that are signed in now. */
  signedIn(): number;
  /** Ends every connection, as a network that breaks does. */
  drop(): void;
  close(): Promise<void>;
}

/** Starts an SSH server on this machine, with the account `jump` and the password `hop` unless told. */
export async function startSshServer(options: SshServerOptions = {}): Promise<TestSshServer> {
  const {
    username = 'jump',
    password = 'hop',
    publicKey,
    hostKey = keyPair().private,
    port = 0,
    allows = () => true,
  } = options;
  const known = publicKey === undefined ? undefined : utils.parseKey(publicKey);
  if (known instanceof Error) throw known;
  const open = new Set<Connection>();
  const forwarded: string[] = [];
  let signedIn = 0;
  const server = new Server({ hostKeys: [hostKey] }, (connection) => {
    open.add(connection);
    connection.on('error', () => undefined);
    connection.on('authentication', (context) => {
      if (context.username !== username) return context.reject(['password', 'publickey']);
      if (context.method === 'password' && known === undefined && context.password === password)
        return context.accept();
      if (context.method === 'publickey' && known) {
        const { signature, blob, key, hashAlgo } = context;
        const isKnown = key.data.equals(known.getPublicSSH());
        if (isKnown && (!signature || known.verify(blob ?? Buffer.alloc(0), signature, hashAlgo)))
          return context.accept();
      }
      context.reject(['password', 'publickey']);
    });
    connection.on('ready', () => {
      signedIn += 1;
      connection.once('close', () => (signedIn -= 1));
    });
    connection.once('close', () => open.delete(connection));
    connection.on('tcpip', (accept, reject, { destIP, destPort }) => {
      if (!allows(destIP, destPort)) return reject();
      forwarded.push(`${destIP}:${destPort}`);
      lead(destIP, destPort, accept, reject);
    });
  });
  const listener: Listener = server.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    hostKey,
    forwarded,
    signedIn: () => signedIn,
    drop: () => {
      for (const connection of open) connection.end();
    },
    close: async () => {
      for (const connection of open) connection.end();
      listener.close();
      await once(listener, 'close');
    },
  };
}

/** The channel is accepted when the server behind has been reached, as sshd does. */
function lead(host: string, port: number, accept: () => ServerChannel, reject: () => void): void {
  const socket = connect({ host, port, allowHalfOpen: true });
  socket.once('error', reject);
  socket.once('connect', () => {
    socket.off('error', reject);
    const channel = accept();
    socket.on('error', () => channel.destroy());
    channel.on('error', () => socket.destroy());
    channel.once('close', () => socket.destroy());
    socket.pipe(channel).pipe(socket);
  });
}
