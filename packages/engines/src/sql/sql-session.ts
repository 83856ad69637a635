import type { Cell, ColumnBatch } from '@chartroom/query';
import type { Relation, Result, RunOptions, TableDescription, TableRef } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';

/** Milliseconds that a question about the catalog may take. */
export const CATALOG_TIMEOUT_MS = 30_000;

/** Asks a small question and gives all its rows. */
export type Ask = (sql: string) => Promise<Cell[][]>;

/** How a server tells of itself in SQL. */
export interface SqlCatalog {
  /** SELECT of the one row with the name of the default schema. */
  defaultSchema: string;
  /** The cheapest statement there is; `SELECT 1` unless told. */
  ping?: string;
  schemas(ask: Ask): Promise<string[]>;
  relations(ask: Ask, schema: string): Promise<Relation[]>;
  describe(ask: Ask, table: TableRef): Promise<TableDescription>;
}

/** What of a session follows from running SQL: everything about the catalog. */
export abstract class SqlSession {
  protected readonly catalog: SqlCatalog;

  constructor(catalog: SqlCatalog) {
    this.catalog = catalog;
  }

  abstract run(sql: string, options: RunOptions): Promise<Result>;

  async catalogs(): Promise<string[]> {
    return [];
  }

  schemas(): Promise<string[]> {
    return this.catalog.schemas(this.ask);
  }

  async defaultSchema(): Promise<string | null> {
    const rows = await this.ask(this.catalog.defaultSchema);
    return typeof rows[0]?.[0] === 'string' ? rows[0][0] : null;
  }

  relations(schema: string): Promise<Relation[]> {
    return this.catalog.relations(this.ask, schema);
  }

  describe(table: TableRef): Promise<TableDescription> {
    return this.catalog.describe(this.ask, table);
  }

  async ping(signal: AbortSignal): Promise<void> {
    await readRows(
      await this.run(this.catalog.ping ?? 'SELECT 1', {
        signal,
        timeoutMs: CATALOG_TIMEOUT_MS,
        readOnly: true,
      }),
    );
  }

  protected readonly ask: Ask = (sql) => askCatalog((text, options) => this.run(text, options), sql);
}

/** Asks a small question about the catalog with a session's own `run`. */
export async function askCatalog(
  run: (sql: string, options: RunOptions) => Promise<Result>,
  sql: string,
): Promise<Cell[][]> {
  const signal = AbortSignal.timeout(CATALOG_TIMEOUT_MS);
  return readRows(await run(sql, { signal, timeoutMs: CATALOG_TIMEOUT_MS, readOnly: true }));
}

/** Rows that a driver gives in batches, when they are asked for. */
export interface Batches {
  /** The next batch, of at most so many rows where the driver can be told; nothing at the end. */
  next(most: number): Promise<ColumnBatch | null | undefined>;
}

/** The batches of an answer up to a number of rows. However the reading ends, `finish` is called, and knows whether all went well. */
export async function* takeBatches(
  batches: Batches,
  {
    maxRows,
    finish,
    explain,
  }: {
    maxRows: number | undefined;
    finish(failed: boolean): Promise<void>;
    explain(error: unknown): unknown;
  },
): AsyncGenerator<ColumnBatch> {
  let left = maxRows ?? Number.POSITIVE_INFINITY;
  let failed = true;
  try {
    while (left > 0) {
      const batch = await batches.next(left);
      if (!batch) break;
      const most = left;
      left -= batch.length;
      yield batch.length <= most
        ? batch
        : { length: most, columns: batch.columns.map((cells) => cells.slice(0, most)) };
    }
    failed = false;
  } catch (error) {
    throw explain(error);
  } finally {
    await finish(failed);
  }
}
