import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Outbound } from '../network/network-way.ts';
import { connectThrough } from '../network/outbound.ts';

/** A server, by name or address. */
export interface Target {
  host: string;
  port: number;
}

/** Types of packets of the greeting; before it is over, packets have lengths of two bytes. */
const PACKET = { redirect: 5, data: 6, resend: 11 } as const;
const HEAD_BYTES = 8;
/** A redirection tells the length of its text behind its head, a data packet has flags there. */
const TEXT_AT = HEAD_BYTES + 2;

/**
 * The way to a server for one connection of a client that takes no socket: a port of this machine behind which lies what
 * may be reached. Where the server sends the client elsewhere, the client is sent to another such port instead.
 */
export class Relay {
  readonly #outbound: Outbound;
  readonly #closed = new AbortController();
  /** Why the server was not reached; the client only knows that a connection ended. */
  failure: Error | undefined;

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /** Begins to listen for one client; resolves with the port. */
  async to(target: Target): Promise<number> {
    const server = createServer((client) => {
      server.close();
      this.#serve(client, target);
    });
    this.#closed.signal.addEventListener('abort', () => server.close(), { once: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string')
      throw new Error('There is no port for the way to the server.');
    return address.port;
  }

  /** Lets no more clients in; those that are in stay. */
  close(): void {
    this.#closed.abort();
  }

  #serve(client: Socket, target: Target): void {
    const server = connectThrough(target, this.#outbound);
    server.setNoDelay();
    client.on('error', () => server.destroy());
    server.on('error', (error) => {
      this.failure ??= error;
      client.destroy();
    });
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    client.pipe(server);
    void this.#pass(server, client).catch((error: unknown) => {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
      client.destroy();
    });
  }

  /** Passes the greeting on packet by packet, and everything behind it as it comes. */
  async #pass(server: Duplex, client: Socket): Promise<void> {
    let received = Buffer.alloc(0);
    let redirects = false;
    for await (const data of server.iterator({ destroyOnReturn: false })) {
      received = Buffer.concat([received, data]);
      while (received.length >= HEAD_BYTES && received.length >= received.readUInt16BE(0)) {
        const packet = received.subarray(0, received.readUInt16BE(0));
        received = received.subarray(packet.length);
        const type = packet.readUInt8(4);
        redirects ||= type === PACKET.redirect;
        client.write(redirects && packet.length > TEXT_AT ? await this.#redirected(packet) : packet);
        if (type === PACKET.resend || redirects) continue;
        client.write(received);
        server.pipe(client);
        return;
      }
    }
  }

  /** A redirection to a port of this machine, behind which lies the place that it names. */
  async #redirected(packet: Buffer): Promise<Buffer> {
    const text = packet.toString('latin1', TEXT_AT);
    const host = /\(\s*HOST\s*=\s*([^()\s]+)\s*\)/i.exec(text)?.[1];
    const port = Number(/\(\s*PORT\s*=\s*(\d+)\s*\)/i.exec(text)?.[1]);
    if (host === undefined || !Number.isInteger(port))
      throw new Error('The server sends its clients to a place that cannot be read.');
    const here = await this.to({ host, port });
    const written = text
      .replace(/\(\s*HOST\s*=[^()]*\)/i, '(HOST=127.0.0.1)')
      .replace(/\(\s*PORT\s*=[^()]*\)/i, `(PORT=${here})`);
    const changed = Buffer.concat([packet.subarray(0, TEXT_AT), Buffer.from(written, 'latin1')]);
    changed.writeUInt16BE(changed.length, 0);
    if (changed.readUInt8(4) === PACKET.redirect) changed.writeUInt16BE(written.length, HEAD_BYTES);
    return changed;
  }
}
