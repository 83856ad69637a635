import type { EventEmitter } from 'node:events';

/** A connection as drivers read from it. */
interface Connection extends EventEmitter {
  destroy(error?: Error): unknown;
}

/**
 * Puts `look` before those who read a connection by its events. What it throws, or what one of them throws, ends this
 * connection, and with it the query; unheard, an exception in a socket's callback would end the process.
 */
export function guardReading(connection: Connection, look: (chunk: Buffer) => void = () => undefined): void {
  const readers = connection.listeners('data');
  connection.removeAllListeners('data');
  connection.on('data', (chunk: Buffer) => {
    try {
      look(chunk);
      for (const reader of readers) Reflect.apply(reader, connection, [chunk]);
    } catch (error) {
      connection.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
}
