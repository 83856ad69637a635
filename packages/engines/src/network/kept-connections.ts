import { unlessAborted } from '../stop-after.ts';

/** Connections that may wait unused, and for how many milliseconds. */
const MOST_IDLE = 3;
const IDLE_MS = 30_000;

/** How the connections of a driver begin and end. */
export interface Kind<Connection> {
  /** Opens one; `onEnd` is to be called when it breaks. */
  open(signal: AbortSignal, onEnd: (connection: Connection) => void): Promise<Connection>;
  close(connection: Connection): void;
}

/** The connections of one database, for drivers without a pool: opened when needed, kept for a while. */
export class KeptConnections<Connection> {
  readonly #kind: Kind<Connection>;
  readonly #idle = new Map<Connection, NodeJS.Timeout>();
  readonly #used = new Set<Connection>();
  #closed = false;

  constructor(kind: Kind<Connection>) {
    this.#kind = kind;
  }

  /** A connection for one statement. Rejects with the driver's error, or with the signal's reason. */
  async take(signal: AbortSignal): Promise<Connection> {
    if (this.#closed)
      throw new Error('The connection to this database was closed because its settings changed.');
    const [waiting] = this.#idle.keys();
    if (waiting !== undefined) {
      this.#forget(waiting);
      this.#used.add(waiting);
      return waiting;
    }
    const opening = this.#kind.open(signal, (connection) => this.#forget(connection));
    const connection = await unlessAborted(opening, signal, (late) => this.#kind.close(late));
    this.#used.add(connection);
    return connection;
  }

  /** Gives a connection back; one whose state is not known is closed. */
  giveBack(connection: Connection, reuse: boolean): void {
    this.#used.delete(connection);
    if (!reuse || this.#closed || this.#idle.size >= MOST_IDLE) {
      this.#kind.close(connection);
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

  #drop(connection: Connection): void {
    this.#forget(connection);
    this.#kind.close(connection);
  }

  #forget(connection: Connection): void {
    clearTimeout(this.#idle.get(connection));
    this.#idle.delete(connection);
    this.#used.delete(connection);
  }
}
