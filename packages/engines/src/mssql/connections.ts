import type { Connection, ConnectionConfiguration } from 'tedious';
import { Answer } from './answer.ts';

/** Connections that may wait unused, and for how many milliseconds. */
const MOST_IDLE = 3;
const IDLE_MS = 30_000;

/** The connections of one database: opened when needed, kept for a while. */
export class Connections {
  readonly #config: ConnectionConfiguration;
  readonly #idle = new Map<Connection, NodeJS.Timeout>();
  readonly #used = new Set<Connection>();
  #closed = false;

  constructor(config: ConnectionConfiguration) {
    this.#config = config;
  }

  /** A connection for one statement. Rejects with the driver's error, or with the signal's reason. */
  async take(signal: AbortSignal): Promise<Connection> {
    if (this.#closed) throw new Error('The connection to this database was closed because its settings changed.');
    const [waiting] = this.#idle.keys();
    if (waiting) {
      clearTimeout(this.#idle.get(waiting));
      this.#idle.delete(waiting);
      this.#used.add(waiting);
      return waiting;
    }
    return this.#open(signal);
  }

  /** Gives a connection back; one whose state is not known is closed. */
  giveBack(connection: Connection, reuse: boolean): void {
    this.#used.delete(connection);
    if (!reuse || this.#closed || this.#idle.size >= MOST_IDLE) {
      connection.close();
      return;
    }
    const timer = setTimeout(() => this.#drop(connection), IDLE_MS);
    timer.unref();
    this.#idle.set(connection, timer);
  }

  close(): void {
    this.#closed = true;
    for (const connection of [...this.#idle.keys(), ...this.#used]) this.#drop(connection);
  }

  async #open(signal: AbortSignal): Promise<Connection> {
    signal.throwIfAborted();
    const { Connection } = await import('tedious');
    const connection = new Connection(this.#config);
    // What breaks while a statement runs ends it with an error; what breaks while unused is replaced.
    connection.on('error', () => undefined);
    connection.on('end', () => this.#forget(connection));
    this.#used.add(connection);
    const onAbort = (): void => connection.close();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await new Promise<void>((resolve, reject) => {
        connection.connect((error) => (error ? reject(error) : resolve()));
        // A connection that is closed while it is made calls nobody.
        connection.once('end', () => reject(new Error('The server ended the connection while it was made.')));
      });
      signal.throwIfAborted();
      return connection;
    } catch (error) {
      this.#used.delete(connection);
      connection.close();
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #drop(connection: Connection): void {
    this.#forget(connection);
    connection.close();
  }

  #forget(connection: Connection): void {
    clearTimeout(this.#idle.get(connection));
    this.#idle.delete(connection);
    this.#used.delete(connection);
  }
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
