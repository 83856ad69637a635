import type { Writable } from 'node:stream';
import type { Connection, PoolClient, Submittable } from 'pg';

/** Members of the driver's connection that speak COPY; the driver's types leave them out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

function speaksCopy(connection: Connection): connection is CopyConnection {
  return ['sendCopyFromChunk', 'endCopyFrom', 'sendCopyFail'].every(
    (name) => typeof Reflect.get(connection, name) === 'function',
  );
}

/** Sends chunks of text to `COPY … FROM STDIN`; ends when the server has confirmed. Rejects with the server's error. */
export async function copyInto(
  client: PoolClient,
  statement: string,
  chunks: AsyncIterable<string>,
): Promise<void> {
  const copy = new CopyQuery(statement);
  client.query(copy);
  const connection = await copy.ready;
  try {
    for await (const chunk of chunks) {
      if (copy.failed) break;
      connection.sendCopyFromChunk(Buffer.from(chunk));
      await drained(connection.stream, copy.done);
    }
  } catch (error) {
    connection.sendCopyFail('The source of the rows failed.');
    await copy.done.catch(() => undefined);
    throw error;
  }
  if (!copy.failed) connection.endCopyFrom();
  await copy.done;
}

/** Waits until the socket has room, or the statement has ended. */
async function drained(stream: Writable, done: Promise<void>): Promise<void> {
  if (!stream.writableNeedDrain) return;
  let wake: () => void = () => undefined;
  const room = new Promise<void>((resolve) => (wake = resolve));
  stream.once('drain', wake);
  await Promise.race([room, done.catch(() => undefined)]);
  stream.removeListener('drain', wake);
}

/** The driver's view of a COPY: it calls these when messages of the server come in. */
class CopyQuery implements Submittable {
  readonly #statement: string;
  readonly #ready = Promise.withResolvers<CopyConnection>();
  readonly #done = Promise.withResolvers<void>();
  #error: Error | undefined;

  constructor(statement: string) {
    this.#statement = statement;
    this.#ready.promise.catch(() => undefined);
    this.#done.promise.catch(() => undefined);
  }

  /** The connection, when the server expects rows. */
  get ready(): Promise<CopyConnection> {
    return this.#ready.promise;
  }

  get done(): Promise<void> {
    return this.#done.promise;
  }

  get failed(): boolean {
    return this.#error !== undefined;
  }

  submit = (connection: Connection): void => {
    connection.query(this.#statement);
  };

  handleCopyInResponse(connection: Connection): void {
    if (speaksCopy(connection)) this.#ready.resolve(connection);
    else this.#ready.reject(new Error('The PostgreSQL driver does not speak COPY.'));
  }

  handleError(error: Error): void {
    this.#error = error;
    this.#ready.reject(error);
    this.#done.reject(error);
  }

  handleCommandComplete(): void {
    // The server is ready for the next statement a message later: that one counts.
  }

  handleReadyForQuery(): void {
    if (this.#error) return;
    this.#ready.reject(new Error('The server did not ask for rows.'));
    this.#done.resolve();
  }
}
