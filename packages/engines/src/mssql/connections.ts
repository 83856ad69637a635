import type { Connection, ConnectionConfiguration } from 'tedious';
import type { Kind } from '../network/kept-connections.ts';
import { Answer } from './answer.ts';

/** How connections to an address begin and end. */
export function tediousConnections(config: ConnectionConfiguration): Kind<Connection> {
  return {
    async open(signal, onEnd) {
      const { Connection } = await import('tedious');
      signal.throwIfAborted();
      const connection = new Connection(config);
      // What breaks while a statement runs ends it with an error; what breaks while unused is replaced.
      connection.on('error', () => undefined);
      connection.on('end', () => onEnd(connection));
      const onAbort = (): void => connection.close();
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        await new Promise<void>((resolve, reject) => {
          connection.connect((error) => (error ? reject(error) : resolve()));
          // A connection that is closed while it is made calls nobody.
          connection.once('end', () =>
            reject(new Error('The server ended the connection while it was made.')),
          );
        });
        return connection;
      } catch (error) {
        connection.close();
        throw error;
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
    close: (connection) => connection.close(),
  };
}

/** Sends a statement. */
export async function send(connection: Connection, sql: string): Promise<Answer> {
  const { Request } = await import('tedious');
  return new Answer(connection, (done) => new Request(sql, done));
}

/** Sends a statement whose answer does not matter. Rejects when it fails. */
export async function execute(connection: Connection, sql: string): Promise<void> {
  const answer = await send(connection, sql);
  await answer.columns;
  for await (const _ of answer.rows);
  await answer.settled;
}
