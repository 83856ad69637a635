import type { Cell } from '@chartroom/query';
import type {
  ConnectionSettings,
  Relation,
  Result,
  RunOptions,
  Session,
  TableDescription,
  TableRef,
} from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { runRemote } from '../network/remote-query.ts';
import { oneStatement } from '../sql/only-reading.ts';
import { askCatalog } from '../sql/sql-session.ts';
import { databricksDialect } from './dialect.ts';
import { describeTable, listCatalogs, listRelations, listSchemas } from './introspect.ts';
import { DatabricksStatement } from './statement.ts';
import { Warehouse } from './warehouse.ts';

const TIMEOUT_MS = 30_000;

/** Opens a SQL warehouse; every statement is a request of its own, so that nothing is kept open. */
export function openDatabricks(settings: ConnectionSettings): Session {
  return new DatabricksSession(settings);
}

class DatabricksSession implements Session {
  readonly #warehouse: Warehouse;

  constructor(settings: ConnectionSettings) {
    this.#warehouse = new Warehouse(settings);
  }

  async run(sql: string, options: RunOptions): Promise<Result> {
    const text = oneStatement(sql, {
      readOnly: options.readOnly,
      dialect: databricksDialect,
      engineName: 'Databricks',
    });
    const place = {
      catalog: options.catalog ?? this.#warehouse.catalog,
      schema: options.schema ?? this.#warehouse.schema,
    };
    return runRemote(new DatabricksStatement(this.#warehouse, text, place), options);
  }

  catalogs(): Promise<string[]> {
    return listCatalogs((sql) => this.#ask(sql));
  }

  schemas(catalog?: string): Promise<string[]> {
    return listSchemas((sql) => this.#ask(sql), catalog ?? this.#warehouse.catalog);
  }

  async defaultSchema(): Promise<string | null> {
    return this.#warehouse.schema ?? 'default';
  }

  relations(schema: string, catalog?: string): Promise<Relation[]> {
    return listRelations((sql) => this.#ask(sql), schema, catalog ?? this.#warehouse.catalog);
  }

  describe({ table, schema, catalog }: TableRef): Promise<TableDescription> {
    const place = {
      schema: schema ?? this.#warehouse.schema ?? 'default',
      catalog: catalog ?? this.#warehouse.catalog,
    };
    return describeTable((sql) => this.#ask(sql), { table, ...place });
  }

  async ping(signal: AbortSignal): Promise<void> {
    await readRows(await this.run('SELECT 1', { signal, timeoutMs: TIMEOUT_MS, readOnly: true }));
  }

  async close(): Promise<void> {
    // Nothing is held open between statements.
  }

  #ask(sql: string): Promise<Cell[][]> {
    return askCatalog((text, options) => this.run(text, options), sql);
  }
}
