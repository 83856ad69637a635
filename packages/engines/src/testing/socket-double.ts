import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

/** A server of a test that speaks a binary protocol over its own socket as far as a client needs it. */
export abstract class SocketDouble {
  /** Statements in the order in which they came. */
  readonly statements: string[] = [];
  /** Requests to stop a statement that came. */
  stops = 0;
  connections = 0;
  /** Where it listens, or listened. */
  port = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor() {
    this.#server = createServer((socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
      this.serve(socket);
    });
  }

  /** Speaks with one client. */
  protected abstract serve(socket: Socket): void;

  /** Starts to listen on this machine; resolves with the port. */
  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    this.port = address.port;
    return this.port;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
