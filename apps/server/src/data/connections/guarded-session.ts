import {
  type CostEstimate,
  type EstimateOptions,
  parseUri,
  type Relation,
  type Result,
  type RunOptions,
  type Session,
  type TableDescription,
  type TableRef,
} from '@chartroom/engines';

/** Milliseconds for which a host that may be reached is not asked about again. */
const TRUSTED_MS = 10_000;

/**
 * A session of an engine whose client knows proxies of the operator's, behind which the installation cannot see: before anything is
 * asked, every host that its address names is held against the rules of what may be reached. Such engines neither load files
 * nor lead to other databases.
 */
export class GuardedSession implements Session {
  readonly #session: Session;
  readonly #hosts: readonly string[];
  readonly #requireHost: (host: string) => Promise<void>;
  #checked = Number.NEGATIVE_INFINITY;
  readonly estimate?: (sql: string, options: EstimateOptions) => Promise<CostEstimate[]>;
  readonly functions?: () => Promise<string[]>;

  constructor(session: Session, uri: string, requireHost: (host: string) => Promise<void>) {
    this.#session = session;
    this.#hosts = hostsOf(uri);
    this.#requireHost = requireHost;
    const { estimate, functions } = session;
    if (estimate) this.estimate = (sql, options) => this.#allowed(() => estimate.call(session, sql, options));
    if (functions) this.functions = () => this.#allowed(() => functions.call(session));
  }

  run(sql: string, options: RunOptions): Promise<Result> {
    return this.#allowed(() => this.#session.run(sql, options));
  }

  catalogs(): Promise<string[]> {
    return this.#allowed(() => this.#session.catalogs());
  }

  schemas(catalog?: string): Promise<string[]> {
    return this.#allowed(() => this.#session.schemas(catalog));
  }

  defaultSchema(): Promise<string | null> {
    return this.#allowed(() => this.#session.defaultSchema());
  }

  relations(schema: string, catalog?: string): Promise<Relation[]> {
    return this.#allowed(() => this.#session.relations(schema, catalog));
  }

  describe(table: TableRef): Promise<TableDescription> {
    return this.#allowed(() => this.#session.describe(table));
  }

  ping(signal: AbortSignal): Promise<void> {
    return this.#allowed(() => this.#session.ping(signal));
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  async #allowed<Value>(step: () => Promise<Value>): Promise<Value> {
    if (performance.now() - this.#checked > TRUSTED_MS) {
      await Promise.all(this.#hosts.map(this.#requireHost));
      this.#checked = performance.now();
    }
    return step();
  }
}

/** The host of an address, and those of addresses that stand in its parameters (the controller of Pinot). */
function hostsOf(uri: string): string[] {
  const { host, query } = parseUri(uri);
  const others = Object.values(query).flatMap((value) => {
    const url = /^\w+:\/\//.test(value) ? URL.parse(value) : null;
    return url?.hostname ? [url.hostname.replace(/^\[|\]$/g, '')] : [];
  });
  return [...(host ? [host] : []), ...others];
}
