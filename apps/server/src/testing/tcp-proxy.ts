import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut, blocked or swallow everything. */
export interface TcpProxy {
  /** At 127.0.0.1. */
  port: number;
  /** From now on nothing is passed on, in either direction, and nothing is closed; until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Ends every connection without a word. */
  cut(): void;
  close(): Promise<void>;
}

/** Stands in front of a server of the network. */
export async function openTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      if (isFrozen) from.pause();
      from.on('data', (chunk) => void to.write(chunk));
      if (isFrozen) from.pause();
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    cut,
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}
