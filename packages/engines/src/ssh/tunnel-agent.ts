import { Agent as PlainAgent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as secure } from 'node:tls';
import type { Outbound } from '../outbound.ts';
import type { Tunnel } from './tunnel.ts';
import { TunnelSocket } from './tunnel-socket.ts';

/** Connections that one agent holds at once. */
const MAX_CONNECTIONS = 8;

type Done = (error: Error | null, stream: Duplex) => void;
type Target = { host?: string | null | undefined; port?: number | string | null | undefined };

/** An agent of Node's HTTP clients whose connections lead through the tunnel of the outbound way; undefined where there is none. */
export function tunnelAgent(outbound: Outbound | undefined, origin: string | URL, tls: ConnectionOptions = {}): PlainAgent | undefined {
  if (!outbound?.tunnel) return undefined;
  return String(origin).startsWith('https:') ? new SecureTunnelAgent(outbound.tunnel, tls) : new PlainTunnelAgent(outbound.tunnel);
}

class PlainTunnelAgent extends PlainAgent {
  readonly #tunnel: Tunnel;

  constructor(tunnel: Tunnel) {
    super({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
    this.#tunnel = tunnel;
  }

  override createConnection(target: Target, done?: Done): Duplex | undefined {
    connectSocket(this.#tunnel, target, done, (socket) => socket);
    return undefined;
  }
}

class SecureTunnelAgent extends SecureAgent {
  readonly #tunnel: Tunnel;

  constructor(tunnel: Tunnel, tls: ConnectionOptions) {
    super({ keepAlive: true, maxSockets: MAX_CONNECTIONS, ...tls });
    this.#tunnel = tunnel;
  }

  override createConnection(target: Target & ConnectionOptions, done?: Done): Duplex | undefined {
    connectSocket(this.#tunnel, target, done, (socket) => secure({ ...target, socket }));
    return undefined;
  }
}

function connectSocket(tunnel: Tunnel, { host, port }: Target, done: Done | undefined, over: (socket: Duplex) => Duplex): void {
  const socket = new TunnelSocket(tunnel).connect(Number(port), host ?? 'localhost');
  const fail = (error: Error): void => done?.(error, socket);
  socket.once('error', fail);
  socket.once('connect', () => {
    socket.off('error', fail);
    done?.(null, over(socket));
  });
}
