import type { Connection } from 'snowflake-sdk';
import type { Place } from '../network/address-place.ts';
import { GuardedProxy } from '../network/guarded-proxy.ts';
import type { Outbound } from '../network/network-way.ts';
import type { Account } from './connection.ts';

type Library = Pick<typeof import('snowflake-sdk'), 'configure' | 'createConnection'>;
let loading: Promise<Library> | undefined;

/** The driver, loaded at first use: it is large, and asks the machine's surroundings where it runs unless it is told not to. */
function loadDriver(): Promise<Library> {
  loading ??= (async () => {
    process.env.SNOWFLAKE_DISABLE_PLATFORM_DETECTION ??= 'true';
    process.env.SNOWFLAKE_DISABLE_MINICORE ??= 'true';
    process.env.SF_TELEMETRY_DISABLE_CONNECTION_SHAPE ??= 'true';
    // Its members cannot be told from outside: Node hands the whole of it over as the default.
    const { default: library } = await import('snowflake-sdk');
    // The parser of its own runs what is no JSON as a program.
    library.configure({
      logLevel: 'OFF',
      additionalLogToConsole: false,
      jsonColumnVariantParser: (raw: string) => raw,
    });
    return library;
  })();
  return loading;
}

/** The connections of one account, one for each place that questions are asked in: a place belongs to a connection, not to a statement. */
export class Connections {
  readonly #account: Account;
  readonly #proxy: GuardedProxy | undefined;
  readonly #open = new Map<string, Promise<Connection>>();

  constructor(account: Account, outbound: Outbound | undefined) {
    this.#account = account;
    this.#proxy = GuardedProxy.for(outbound);
  }

  /** The connection of a place; made when there is none, or when the last one has ended. */
  async to(place: Place): Promise<Connection> {
    const key = JSON.stringify([place.catalog, place.schema]);
    const known = this.#open.get(key);
    if (known && (await isUp(known))) return known;
    const opening = this.#connect(place);
    this.#open.set(key, opening);
    // One that failed is not kept; who waits for it hears of it.
    opening.catch(() => this.#open.get(key) === opening && this.#open.delete(key));
    return opening;
  }

  async close(): Promise<void> {
    const all = await Promise.allSettled(this.#open.values());
    this.#open.clear();
    await Promise.all(all.map((each) => (each.status === 'fulfilled' ? destroyed(each.value) : undefined)));
    await this.#proxy?.close();
  }

  /** Why nothing was reached, where the driver only knows that it was not. */
  get failure(): Error | undefined {
    return this.#proxy?.failure;
  }

  async #connect({ catalog, schema }: Place): Promise<Connection> {
    const library = await loadDriver();
    const connection = library.createConnection({
      ...this.#account.options,
      ...(catalog !== undefined && { database: catalog }),
      ...(schema !== undefined && { schema }),
      ...(this.#proxy && {
        proxyHost: '127.0.0.1',
        proxyPort: await this.#proxy.port(),
        proxyProtocol: 'http:',
      }),
    });
    await new Promise<void>((resolve, reject) =>
      connection.connect((error) => (error ? reject(error) : resolve())),
    );
    return connection;
  }
}

async function isUp(connecting: Promise<Connection>): Promise<boolean> {
  try {
    return (await connecting).isUp();
  } catch {
    // Who opened it has heard of the failure; the next one tries again.
    return false;
  }
}

/** Ends a session of the service; one that has ended already is no failure. */
function destroyed(connection: Connection): Promise<void> {
  return new Promise((resolve) => connection.destroy(() => resolve()));
}
