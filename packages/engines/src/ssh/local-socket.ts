import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const HERE = '127.0.0.1';
/** Milliseconds in which a connection of this process to itself is there. */
const MEET_MS = 5_000;

/** A socket over a stream. Both ends stand in this process: whoever else comes to the port that joins them is sent away. */
export async function socketOver(stream: Duplex): Promise<Socket> {
  const listener = createServer({ allowHalfOpen: true });
  const come: Socket[] = [];
  listener.on('connection', (peer) => come.push(peer));
  try {
    const port = await portOf(listener);
    const own = connect({ host: HERE, port });
    const signal = AbortSignal.timeout(MEET_MS);
    await once(own, 'connect', { signal });
    const isOther = (peer: Socket): boolean => peer.remotePort === own.localPort;
    while (!come.some(isOther)) await once(listener, 'connection', { signal });
    for (const peer of come) isOther(peer) ? join(peer, stream) : peer.destroy();
    return own;
  } catch (error) {
    stream.destroy();
    throw error;
  } finally {
    listener.close();
  }
}

/** What comes in at one end goes out at the other; each ends with the other. */
function join(socket: Socket, stream: Duplex): void {
  socket.on('error', () => stream.destroy());
  stream.on('error', () => socket.destroy());
  socket.once('close', () => stream.destroy());
  stream.once('close', () => socket.destroy());
  socket.pipe(stream).pipe(socket);
}

async function portOf(listener: Server): Promise<number> {
  listener.listen(0, HERE);
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string')
    throw new Error('The port of the tunnel was not opened.');
  return address.port;
}
