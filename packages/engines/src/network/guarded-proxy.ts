import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { guardedAgents } from './guarded-agents.ts';
import type { Outbound } from './network-way.ts';
import { connectThrough } from './outbound.ts';

/** Whether the operator sends what goes out through a proxy of the network's, which then has to guard it. */
function hasOwnProxy(): boolean {
  const { HTTPS_PROXY, HTTP_PROXY, https_proxy, http_proxy } = process.env;
  return [HTTPS_PROXY, HTTP_PROXY, https_proxy, http_proxy].some(
    (value) => value !== undefined && value !== '',
  );
}

/**
 * The way out for clients that take neither a socket nor an agent, but a proxy: one on this machine, in this process,
 * that connects to what may be reached. Encrypted connections go through it from end to end.
 */
export class GuardedProxy {
  readonly #outbound: Outbound;
  #server: Promise<Server> | undefined;
  /** Why the last connection through it failed, in words of its own; the client only knows that one did. */
  failure: Error | undefined;
  /** The one host that a client has to do with, where it would follow a server to others. */
  only: string | undefined;

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /** For clients that know the operator's proxy: none where that has to be taken, nor where nothing is forbidden. */
  static for(outbound: Outbound | undefined): GuardedProxy | undefined {
    return outbound === undefined || hasOwnProxy() ? undefined : new GuardedProxy(outbound);
  }

  /** Where it listens; it begins to at the first call. */
  async port(): Promise<number> {
    this.#server ??= this.#listen();
    const address = (await this.#server).address();
    if (address === null || typeof address === 'string')
      throw new Error('The way out of this machine is closed.');
    return address.port;
  }

  /** Takes no more connections; those that go through it stay. */
  refuseMore(): void {
    void this.#server?.then((server) => server.close());
  }

  async close(): Promise<void> {
    const server = await this.#server;
    server?.closeAllConnections();
    server?.close();
  }

  async #listen(): Promise<Server> {
    const server = createServer((incoming, response) => this.#forward(incoming, response));
    server.on('connect', (incoming: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.#tunnel(incoming, socket, head),
    );
    server.listen(0, '127.0.0.1').unref();
    await once(server, 'listening');
    return server;
  }

  #isElsewhere(hostname: string): boolean {
    const isElsewhere = this.only !== undefined && hostname !== this.only;
    if (isElsewhere)
      this.failure = new Error(`The server sends its clients to ${hostname}, which is not followed.`);
    return isElsewhere;
  }

  /** `CONNECT host:port`: bytes both ways. */
  #tunnel({ url = '' }: IncomingMessage, client: Duplex, head: Buffer): void {
    const { hostname, port } = new URL(`tcp://${url}`);
    if (this.#isElsewhere(hostname))
      return void client.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
    const target = connectThrough(
      { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) },
      this.#outbound,
    );
    let isAnswered = false;
    target.once('data', () => {
      isAnswered = true;
    });
    target.once('connect', () => {
      this.failure = undefined;
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    target.on('error', (error) => {
      if (!isAnswered) this.failure = error;
      client.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n');
    });
    client.on('error', () => target.destroy());
    target.on('close', () => client.destroy());
    client.on('close', () => target.destroy());
  }

  /** A request in the clear: its address stands in it whole, or its host in a header. */
  #forward(incoming: IncomingMessage, response: ServerResponse): void {
    const url = URL.parse(incoming.url ?? '', `http://${incoming.headers.host}`);
    if (!url || this.#isElsewhere(url.hostname)) return void response.writeHead(403).end();
    const { http: agent } = guardedAgents(this.#outbound, { keepAlive: false });
    const options = {
      method: incoming.method ?? 'GET',
      headers: { ...incoming.headers, connection: 'close' },
      agent,
    };
    const outgoing: ClientRequest = request(url, options, (answer) => {
      this.failure = undefined;
      // Where a server sends its clients is not followed.
      const { location: _, ...headers } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, headers);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    outgoing.on('error', (error) => {
      this.failure = error;
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }
}
