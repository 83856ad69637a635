import { once } from 'node:events';
import { connect, isIP, Socket, type SocketConnectOpts } from 'node:net';
import { ChartroomError } from '@chartroom/model';
import { TunnelSocket } from '../ssh/tunnel-socket.ts';
import type { Outbound, Server } from './network-way.ts';

/** Connects to a server (name or address and port) or to a socket file, where that may be reached; otherwise the socket fails. */
export function connectTo(target: Server | { path: string }, outbound: Outbound): Socket {
  const place = 'path' in target ? target.path : target.host;
  // Names are looked at when they are resolved.
  const isName = !('path' in target) && isIP(place) === 0;
  const refusal = isName ? undefined : outbound.refusal(place);
  if (!refusal) return connect('path' in target ? target : { ...target, lookup: outbound.lookup });
  const socket = new Socket();
  // Whoever connects listens for errors a moment later.
  process.nextTick(() => socket.destroy(refusal));
  return socket;
}

/** As `connectTo`, through the tunnel where there is one. Socket files are not behind tunnels. */
export function connectThrough(target: Server | { path: string }, outbound: Outbound): Socket | TunnelSocket {
  return outbound.tunnel && 'host' in target
    ? new TunnelSocket(outbound.tunnel).connect(target)
    : connectTo(target, outbound);
}

/**
 * A socket of Node's, when it has connected; through the tunnel where there is one. Rejects with the refusal, with the
 * network's error, or when the signal aborts.
 */
export async function connected(target: Server, outbound: Outbound, signal?: AbortSignal): Promise<Socket> {
  if (outbound.tunnel) return outbound.tunnel.socket(target);
  const socket = connectTo(target, outbound);
  try {
    await once(socket, 'connect', signal ? { signal } : {});
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** A socket for drivers that make one first and connect it later: it reaches what may be reached. */
export class GuardedSocket extends Socket {
  readonly #outbound: Outbound;

  constructor(outbound: Outbound) {
    super();
    this.#outbound = outbound;
  }

  override connect(
    target: number | string | SocketConnectOpts,
    host?: string | (() => void),
    ready?: () => void,
  ): this {
    const [where, then] = typeof host === 'function' ? [undefined, host] : [host, ready];
    const options = optionsOf(target, where);
    const name = 'path' in options ? options.path : (options.host ?? 'localhost');
    const refusal = 'path' in options || isIP(name) !== 0 ? this.#outbound.refusal(name) : undefined;
    if (!refusal)
      return super.connect(
        'path' in options ? options : { ...options, host: name, lookup: this.#outbound.lookup },
        then,
      );
    process.nextTick(() => this.destroy(refusal));
    return this;
  }
}

function optionsOf(target: number | string | SocketConnectOpts, host: string | undefined): SocketConnectOpts {
  if (typeof target === 'object') return target;
  if (typeof target === 'string') return { path: target };
  return host === undefined ? { port: target } : { port: target, host };
}

/** The server's own error in what a driver threw: the refusal of an address, which drivers wrap. */
export function refusalIn(error: unknown): ChartroomError | undefined {
  if (error instanceof ChartroomError) return error;
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : undefined;
}
