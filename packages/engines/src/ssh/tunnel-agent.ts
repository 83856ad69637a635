import { type AgentOptions, Agent as PlainAgent } from 'node:http';
import { Agent as SecureAgent, type AgentOptions as SecureAgentOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as secure } from 'node:tls';
import type { Tunnel } from '../network/network-way.ts';
import { TunnelSocket } from './tunnel-socket.ts';

/** Connections that one agent holds at once, unless it is told otherwise. */
const MAX_CONNECTIONS = 8;

type Done = (error: Error | null, stream: Duplex) => void;
type Target = { host?: string | null | undefined; port?: number | string | null | undefined };

/** Agents of Node's HTTP clients whose connections lead through a tunnel. */
export function tunnelAgents(
  tunnel: Tunnel,
  options: AgentOptions & SecureAgentOptions,
): { http: PlainAgent; https: SecureAgent } {
  const settings = { maxSockets: MAX_CONNECTIONS, ...options };
  return { http: new PlainTunnelAgent(tunnel, settings), https: new SecureTunnelAgent(tunnel, settings) };
}

class PlainTunnelAgent extends PlainAgent {
  readonly #tunnel: Tunnel;

  constructor(tunnel: Tunnel, options: AgentOptions) {
    super(options);
    this.#tunnel = tunnel;
  }

  override createConnection(target: Target, done?: Done): Duplex | undefined {
    connectSocket(this.#tunnel, target, done, (socket) => socket);
    return undefined;
  }
}

class SecureTunnelAgent extends SecureAgent {
  readonly #tunnel: Tunnel;

  constructor(tunnel: Tunnel, options: SecureAgentOptions) {
    super(options);
    this.#tunnel = tunnel;
  }

  override createConnection(target: Target & ConnectionOptions, done?: Done): Duplex | undefined {
    connectSocket(this.#tunnel, target, done, (socket) => secure({ ...target, socket }));
    return undefined;
  }
}

function connectSocket(
  tunnel: Tunnel,
  { host, port }: Target,
  done: Done | undefined,
  over: (socket: Duplex) => Duplex,
): void {
  const socket = new TunnelSocket(tunnel).connect(Number(port), host ?? 'localhost');
  const fail = (error: Error): void => done?.(error, socket);
  socket.once('error', fail);
  socket.once('connect', () => {
    socket.off('error', fail);
    done?.(null, over(socket));
  });
}
