import type { Socket } from 'node:net';
import { type Duplex, finished } from 'node:stream';
import { ChartroomError } from '@chartroom/model';
import type { Client, ConnectConfig } from 'ssh2';
import type { Outbound, Server, Tunnel } from '../network/network-way.ts';
import { connectTo } from '../network/outbound.ts';
import { connectError, forwardError, tunnelError } from './errors.ts';
import { checkHostKey, type HostKeys } from './host-keys.ts';
import { socketOver } from './local-socket.ts';
import type { SshAccount } from './ssh-account.ts';

/** Milliseconds in which the SSH server has to let one in. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Milliseconds between two questions whether the server is still there, and how many may go unanswered. */
const ALIVE = { keepaliveInterval: 10_000, keepaliveCountMax: 3 };
/** Milliseconds that a connection to the SSH server stays without anybody using it. */
const IDLE_MS = 60_000;
/** Connections through one tunnel at a time. */
const MOST_CHANNELS = 64;

interface TunnelOptions {
  account: SshAccount;
  /** Asked about the SSH server and, each time, about the server behind it. */
  outbound: Outbound & { require(host: string): Promise<void> };
  hostKeys: HostKeys;
  /** Milliseconds until an unused connection is closed. */
  idleMs?: number;
}

/** A tunnel through an SSH server. Nothing is connected before its first use; a connection that is lost is made anew by the next. */
export function createTunnel(options: TunnelOptions): Tunnel {
  return new SshTunnel(options);
}

class SshTunnel implements Tunnel {
  readonly #options: TunnelOptions;
  #client: Promise<Client> | undefined;
  #open = 0;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: TunnelOptions) {
    this.#options = options;
  }

  async open(server: Server): Promise<Duplex> {
    await this.#options.outbound.require(server.host);
    if (this.#open >= MOST_CHANNELS) {
      throw tunnelError(
        'CONNECTION_HOST_DOWN_ERROR',
        `All ${MOST_CHANNELS} connections of the SSH tunnel are in use.`,
        [],
      );
    }
    this.#open += 1;
    clearTimeout(this.#idle);
    try {
      const client = await this.#connected();
      const channel = await forwardOut(client, server, this.#options.account);
      channel.once('close', () => this.#release());
      const destroy = channel.destroy.bind(channel);
      // It closes when it has been read to its end: what nobody wants has to flow off.
      channel.destroy = () => {
        channel.resume();
        return destroy();
      };
      // When both sides have said all, nobody need wait for the other to close.
      finished(channel, () => channel.destroy());
      return channel;
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  async socket(server: Server): Promise<Socket> {
    return socketOver(await this.open(server));
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.#leave();
  }

  #connected(): Promise<Client> {
    if (this.#closed)
      throw tunnelError(
        'CONNECTION_HOST_DOWN_ERROR',
        'The SSH tunnel was closed because its settings changed.',
        [],
      );
    if (this.#client) return this.#client;
    const forget = (): void => {
      if (this.#client === made) this.#client = undefined;
    };
    const made = connectSsh(this.#options, forget);
    made.catch(forget);
    this.#client = made;
    return made;
  }

  #release(): void {
    this.#open -= 1;
    if (this.#open > 0 || this.#closed) return;
    this.#idle = setTimeout(() => void this.#leave(), this.#options.idleMs ?? IDLE_MS).unref();
  }

  async #leave(): Promise<void> {
    // Whoever comes from now on makes a connection of their own.
    const leaving = this.#client;
    this.#client = undefined;
    (await leaving?.catch(() => undefined))?.end();
  }
}

/** Signs in at the SSH server; `lost` is called when the connection ends afterwards. */
async function connectSsh({ account, outbound, hostKeys }: TunnelOptions, lost: () => void): Promise<Client> {
  const { Client, utils } = (await import('ssh2')).default;
  if (account.private_key !== undefined)
    requireReadable(utils.parseKey(account.private_key, account.private_key_password), account);
  const client = new Client();
  // What breaks later, or a second time, ends the connections through it, which tell who uses them.
  client.on('error', () => undefined);
  let refusal: unknown;
  const verify = (key: Buffer, answer: (known: boolean) => void): void => {
    checkHostKey(key, account, hostKeys).then(
      () => answer(true),
      (error: unknown) => {
        refusal = error;
        answer(false);
      },
    );
  };
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('ready', resolve);
      client.once('error', reject);
      client.once('close', () => reject(new Error('the server ended the connection')));
      // Servers that ask for the password in a dialog ask for nothing else.
      client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
        finish(prompts.map(() => account.password ?? '')),
      );
      client.connect({
        ...signIn(account),
        ...ALIVE,
        sock: socketTo(account, outbound),
        readyTimeout: CONNECT_TIMEOUT_MS,
        hostVerifier: verify,
      });
    });
  } catch (error) {
    client.destroy();
    throw connectError(refusal ?? error, account);
  }
  client.once('close', lost);
  return client;
}

function socketTo({ server_address: host, server_port: port }: SshAccount, outbound: Outbound): Socket {
  return connectTo({ host, port }, outbound).setNoDelay().setKeepAlive(true);
}

function signIn({ username, password, private_key, private_key_password }: SshAccount): ConnectConfig {
  if (private_key === undefined) return { username, password: password ?? '', tryKeyboard: true };
  return {
    username,
    privateKey: private_key,
    ...(private_key_password !== undefined && { passphrase: private_key_password }),
  };
}

function requireReadable(parsed: unknown, { private_key_password }: SshAccount): void {
  if (!(parsed instanceof Error)) return;
  const hint =
    private_key_password === undefined ? 'It may need its password' : 'The password of the key may be wrong';
  const fields = ['ssh_tunnel.private_key', 'ssh_tunnel.private_key_password'];
  throw tunnelError(
    'CONNECTION_ACCESS_DENIED_ERROR',
    `The private key of the SSH tunnel cannot be read: ${parsed.message}. ${hint}.`,
    fields,
    parsed,
  );
}

function forwardOut(client: Client, server: Server, account: SshAccount): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      reject(error instanceof ChartroomError ? error : forwardError(error, account, server));
    // A client that has lost its connection throws.
    try {
      client.forwardOut('127.0.0.1', 0, server.host, server.port, (error, channel) =>
        error ? fail(error) : resolve(channel),
      );
    } catch (error) {
      fail(error);
    }
  });
}
