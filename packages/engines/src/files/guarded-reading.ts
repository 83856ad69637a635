import type { EventEmitter } from 'node:events';

/** A connection as drivers read from it. */
interface Connection extends EventEmitter {
  destroy(error?: Error): unknown;
}

/** Takes what has come. */
export type Reading = (chunk: Buffer) => void;

/** Who reads a connection in the place of its driver, and hands on what is the driver's. */
const instead = new WeakMap<EventEmitter, (chunk: Buffer, pass: Reading) => void>();

/** Lets somebody else read a guarded connection instead of its driver, between two of its messages; undefined = the driver again. */
export function readInstead(
  connection: EventEmitter,
  reader: ((chunk: Buffer, pass: Reading) => void) | undefined,
): void {
  if (reader) instead.set(connection, reader);
  else instead.delete(connection);
}

/**
 * Puts `look` before those who read a connection by its events. What it throws, or what one of them throws, ends this
 * connection, and with it the query; unheard, an exception in a socket's callback would end the process.
 */
export function guardReading(connection: Connection, look: Reading = () => undefined): void {
  const readers = connection.listeners('data');
  connection.removeAllListeners('data');
  const pass: Reading = (chunk) => {
    look(chunk);
    for (const reader of readers) Reflect.apply(reader, connection, [chunk]);
  };
  connection.on('data', (chunk: Buffer) => {
    try {
      const other = instead.get(connection);
      if (other) other(chunk, pass);
      else pass(chunk);
    } catch (error) {
      connection.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
}
