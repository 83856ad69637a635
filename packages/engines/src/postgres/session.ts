import type { PlanStep } from '@chartroom/model';
import type {
  ConnectionSettings,
  CostEstimate,
  EstimateOptions,
  Relation,
  Result,
  RunOptions,
  ScriptOptions,
  Session,
  TableDescription,
  TableLoad,
  TableRef,
} from '../engine.ts';
import { CATALOG_AS_DATABASE } from '../network/address-place.ts';
import { requireSpoken } from '../sql/unspoken.ts';
import { parseUri, printUri } from '../uri.ts';
import { PostgresDatabase, type PostgresFlavour } from './database.ts';

/**
 * Opens a PostgreSQL server by an address; connections are made when needed and kept for a while. Each of its
 * databases (a catalog) has connections of its own.
 */
export function openPostgres(settings: ConnectionSettings, flavour: PostgresFlavour): Session {
  requireSpoken(settings.uri);
  return new PostgresServer(settings, flavour);
}

/** The database of the address, and others of the same server that are asked for by name. */
class PostgresServer implements Session {
  readonly #settings: ConnectionSettings;
  readonly #flavour: PostgresFlavour;
  readonly #own: PostgresDatabase;
  readonly #others = new Map<string, PostgresDatabase>();
  #closed = false;
  readonly copy?: NonNullable<Session['copy']>;
  readonly lines?: NonNullable<Session['lines']>;
  readonly size?: NonNullable<Session['size']>;

  constructor(settings: ConnectionSettings, flavour: PostgresFlavour) {
    this.#settings = settings;
    this.#flavour = flavour;
    this.#own = new PostgresDatabase(settings, flavour);
    if (!flavour.copies) return;
    this.copy = async (sql, options, divisible) =>
      this.#of(options.catalog).copy(sql, { ...options, mayBeColumns: true, divisible });
    this.lines = async (sql, options) => {
      const { read, pieces } = await this.#of(options.catalog).copy(sql, { ...options, mayBeColumns: false });
      return read && { read, pieces };
    };
    this.size = async (sql, _table, options) => this.#of(options.catalog).size(sql, options);
  }

  async run(sql: string, options: RunOptions): Promise<Result> {
    return this.#of(options.catalog).run(sql, options);
  }

  async runScript(statements: readonly string[], options: ScriptOptions): Promise<Result> {
    return this.#of(options.catalog).runScript(statements, options);
  }

  catalogs(): Promise<string[]> {
    return this.#own.catalogs();
  }

  async schemas(catalog?: string): Promise<string[]> {
    return this.#of(catalog).schemas();
  }

  defaultSchema(): Promise<string | null> {
    return this.#own.defaultSchema();
  }

  async relations(schema: string, catalog?: string): Promise<Relation[]> {
    return this.#of(catalog).relations(schema);
  }

  async describe(table: TableRef): Promise<TableDescription> {
    return this.#of(table.catalog).describe(table);
  }

  async load(load: TableLoad): Promise<number> {
    return this.#of(load.table.catalog).load(load);
  }

  async dropTable(table: TableRef): Promise<void> {
    return this.#of(table.catalog).dropTable(table);
  }

  async estimate(sql: string, options: EstimateOptions): Promise<CostEstimate[]> {
    return this.#of(options.catalog).estimate(sql, options);
  }

  async plan(sql: string, options: EstimateOptions): Promise<PlanStep> {
    return this.#of(options.catalog).plan(sql, options);
  }

  ping(signal: AbortSignal): Promise<void> {
    return this.#own.ping(signal);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all([this.#own, ...this.#others.values()].map((session) => session.close()));
  }

  #of(catalog: string | undefined): PostgresDatabase {
    if (catalog === undefined || catalog === this.#own.database || this.#closed) return this.#own;
    const { uri, outbound, bounds } = this.#settings;
    const other = { uri: printUri(CATALOG_AS_DATABASE.at(parseUri(uri), { catalog })), outbound, bounds };
    const session = this.#others.get(catalog) ?? new PostgresDatabase(other, this.#flavour);
    this.#others.set(catalog, session);
    return session;
  }
}
