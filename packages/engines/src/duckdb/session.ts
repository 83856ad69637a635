import { closedConnection } from '../child/closed-connection.ts';
import type { EngineChild } from '../child/engine-child.ts';
import type {
  BroughtTable,
  ConnectionSettings,
  Relation,
  Result,
  RowLines,
  RunOptions,
  Session,
  TableDescription,
  TableLoad,
  TablePlace,
  TableRef,
} from '../engine.ts';
import { databaseFile, IN_MEMORY } from '../files/file-path.ts';
import { type AnswerBounds, USUAL_BOUNDS, within } from '../rows/answer-bounds.ts';
import { requireFile } from '../sql/unspoken.ts';
import { withBrought } from './brought-files.ts';
import { linePieces, lineStatement } from './csv-lines.ts';
import { type DuckDbUse, useDuckDb } from './instances.ts';
import { describeTable, listRelations, listSchemas } from './introspect.ts';
import { quoteName } from './sql-text.ts';

/** Milliseconds that a question about the catalog may take. */
const CATALOG_TIMEOUT_MS = 30_000;

/** Catalogs that every process has. */
const OWN_CATALOGS: ReadonlySet<string> = new Set(['memory', 'system', 'temp']);

/** Opens a DuckDB database by its address; the process starts with the first query. */
export function openDuckDb(settings: ConnectionSettings): Session {
  requireFile(settings.uri);
  return new DuckDbSession(useDuckDb(databaseFile(settings.uri, settings.home), settings), settings.bounds);
}

/** Opens a DuckDB database in memory that nobody else has; it is gone when it is closed. */
export function openMemory(settings: Omit<ConnectionSettings, 'uri' | 'extra'>): Session {
  return openDuckDb({ ...settings, uri: `duckdb:///${IN_MEMORY}`, extra: {} });
}

class DuckDbSession implements Session {
  readonly #use: DuckDbUse;
  readonly #bounds: AnswerBounds;
  #closed = false;

  constructor(use: DuckDbUse, bounds: AnswerBounds = USUAL_BOUNDS) {
    this.#use = use;
    this.#bounds = bounds;
  }

  async run(sql: string, options: RunOptions): Promise<Result> {
    return this.#runAs({ areLines: false }, sql, options);
  }

  async lines(sql: string, options: RunOptions): Promise<RowLines | undefined> {
    const none = await this.run(`SELECT * FROM (${sql}\n) AS q LIMIT 0`, { ...options, readOnly: true });
    for await (const _ of none.batches);
    const statement = lineStatement(sql, none.columns);
    if (!statement) return undefined;
    const { batches } = await this.#runAs({ areLines: true }, statement.sql, { ...options, readOnly: true });
    return { read: statement.read, pieces: linePieces(batches) };
  }

  async #runAs({ areLines }: { areLines: boolean }, sql: string, options: RunOptions): Promise<Result> {
    const { signal, timeoutMs, maxRows, readOnly, schema, streamedBytes } = options;
    const child = await this.#child();
    const bounds = within(this.#bounds, streamedBytes);
    return child.run(
      { sql, readOnly, maxRows, schema, catalog: this.#use.catalog, bounds, areLines },
      { signal, timeoutMs },
    );
  }

  runWith(sql: string, brought: readonly BroughtTable[], options: RunOptions): Promise<Result> {
    return this.#runWith(sql, brought, { ...options, readOnly: true });
  }

  async keep(
    table: BroughtTable,
    items: string,
    options: Pick<RunOptions, 'signal' | 'timeoutMs'>,
  ): Promise<void> {
    const name = quoteName(table.name);
    const place = `${quoteName(this.#use.catalog)}.main.${name}`;
    const sql = `CREATE TABLE ${place} AS SELECT ${items} FROM temp.main.${name}`;
    const result = await this.#runWith(sql, [table], { ...options, readOnly: false });
    for await (const _ of result.batches);
  }

  async #runWith(
    sql: string,
    brought: readonly BroughtTable[],
    { signal, timeoutMs, maxRows, schema, streamedBytes, readOnly }: RunOptions,
  ): Promise<Result> {
    const child = await this.#child();
    const bounds = within(this.#bounds, streamedBytes);
    const tables = brought.map(({ name, rows: { columns, areColumns = false } }) => ({
      name,
      columns,
      areColumns,
    }));
    const command = { sql, readOnly, maxRows, schema, catalog: this.#use.catalog, bounds, tables };
    return withBrought(brought, { folder: this.#use.brought, signal }, (both, onBegun, onEnd) =>
      child.run(command, { signal: both, timeoutMs, onBegun, onEnd }),
    );
  }

  async catalogs(): Promise<string[]> {
    return [];
  }

  schemas(): Promise<string[]> {
    return listSchemas((sql) => this.#ask(sql));
  }

  async defaultSchema(): Promise<string | null> {
    return 'main';
  }

  relations(schema: string): Promise<Relation[]> {
    return listRelations((sql) => this.#ask(sql), schema);
  }

  describe(table: TableRef): Promise<TableDescription> {
    return describeTable((sql) => this.#ask(sql), table);
  }

  async load({ table, mode, source, signal, onProgress }: TableLoad): Promise<number> {
    const child = await this.#child();
    const { catalog } = this.#use;
    return child.load(
      { catalog, schema: table.schema ?? null, table: table.table, mode, source },
      { signal, onProgress },
    );
  }

  placeOf({ catalog, schema, table }: TableRef): TablePlace {
    const own = this.#use.catalog.toLowerCase();
    // Of two parts the first may be a catalog: `uploads.fees`.
    const [first, inside] = catalog === undefined ? [schema, undefined] : [catalog, schema];
    const uri = first === undefined ? undefined : this.#use.neighbour(first);
    const named = uri !== undefined || first?.toLowerCase() === own;
    const isStranger = catalog !== undefined && !named && !OWN_CATALOGS.has(catalog.toLowerCase());
    return {
      uri,
      schema: (named ? inside : schema) ?? 'main',
      table,
      ...(isStranger && { stranger: catalog }),
    };
  }

  async dropTable(table: TableRef): Promise<void> {
    const sql = `DROP TABLE IF EXISTS ${quoteName(table.schema ?? 'main')}.${quoteName(table.table)}`;
    const result = await this.run(sql, {
      signal: AbortSignal.timeout(CATALOG_TIMEOUT_MS),
      timeoutMs: CATALOG_TIMEOUT_MS,
      readOnly: false,
    });
    for await (const _ of result.batches);
  }

  async ping(signal: AbortSignal): Promise<void> {
    const result = await this.run('SELECT 1', { signal, timeoutMs: CATALOG_TIMEOUT_MS, readOnly: true });
    for await (const _ of result.batches);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#use.release();
  }

  #child(): Promise<EngineChild> {
    return this.#closed ? Promise.reject(closedConnection()) : this.#use.instance.ready(this.#use.catalog);
  }

  async #ask(sql: string): Promise<Result> {
    return this.run(sql, {
      signal: AbortSignal.timeout(CATALOG_TIMEOUT_MS),
      timeoutMs: CATALOG_TIMEOUT_MS,
      readOnly: true,
    });
  }
}
