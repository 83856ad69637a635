import { ChartroomError } from '@chartroom/model';
import type { Cell, Dialect } from '@chartroom/query';
import type {
  ConnectionSettings,
  CostEstimate,
  EstimateOptions,
  Relation,
  Result,
  RunOptions,
  Session,
  TableDescription,
  TableRef,
} from '../engine.ts';
import { parseExactJson } from '../files/exact-json.ts';
import { readRows } from '../files/read-rows.ts';
import { runRemote } from '../network/remote-query.ts';
import { oneStatement } from '../sql/only-reading.ts';
import { askCatalog } from '../sql/sql-session.ts';
import { type Coordinator, coordinatorOf, type HeaderPrefix, headerText } from './connection.ts';
import { classifierOf } from './errors.ts';
import { costOf } from './estimate.ts';
import { describeTable, listCatalogs, listRelations, listSchemas } from './introspect.ts';
import { Statement } from './statement.ts';

const TIMEOUT_MS = 30_000;

/** What differs between the engines of the family. */
export interface FamilyMember {
  name: string;
  prefix: HeaderPrefix;
  dialect: Dialect;
  /** It tells of materialised views. */
  materialized: boolean;
  /** Lowest `version` in `extra` from which on it estimates; absent = always. */
  estimatesFrom?: number;
}

/** Opens a coordinator by an address; every statement is a request of its own, so that nothing is kept open. */
export function openCoordinator(settings: ConnectionSettings, member: FamilyMember): Session {
  return new CoordinatorSession(settings, member);
}

class CoordinatorSession implements Session {
  readonly #coordinator: Coordinator;
  readonly #member: FamilyMember;
  readonly #version: number;

  constructor(settings: ConnectionSettings, member: FamilyMember) {
    this.#coordinator = coordinatorOf(settings, member.prefix);
    this.#member = member;
    this.#version = Number.parseFloat(String(settings.extra.version ?? 0));
  }

  async run(sql: string, options: RunOptions): Promise<Result> {
    const { dialect, name, prefix } = this.#member;
    const text = oneStatement(sql, { readOnly: options.readOnly, dialect, engineName: name });
    const { catalog, schema } = this.#coordinator.placeAt(options);
    const headers = {
      ...(catalog !== undefined && { [`${prefix}Catalog`]: headerText(catalog) }),
      ...(schema !== undefined && catalog !== undefined && { [`${prefix}Schema`]: headerText(schema) }),
    };
    return runRemote(
      new Statement(text, this.#coordinator, {
        headers,
        classify: classifierOf(name),
        onTracked: options.onTracked,
      }),
      options,
    );
  }

  catalogs(): Promise<string[]> {
    return listCatalogs((sql) => this.#ask(sql));
  }

  async schemas(catalog?: string): Promise<string[]> {
    return listSchemas((sql) => this.#ask(sql), this.#catalogOr(catalog));
  }

  async defaultSchema(): Promise<string | null> {
    return this.#coordinator.place.schema ?? null;
  }

  async relations(schema: string, catalog?: string): Promise<Relation[]> {
    const { materialized } = this.#member;
    return listRelations((sql) => this.#ask(sql), {
      schema,
      catalog: this.#catalogOr(catalog),
      materialized,
    });
  }

  async describe({ table, schema, catalog }: TableRef): Promise<TableDescription> {
    const place = {
      table,
      schema: schema ?? this.#coordinator.place.schema,
      catalog: this.#catalogOr(catalog),
    };
    return describeTable((sql) => this.#ask(sql), place, this.#member.name);
  }

  async estimate(sql: string, options: EstimateOptions): Promise<CostEstimate[]> {
    const { estimatesFrom = 0, name, dialect } = this.#member;
    if (this.#version < estimatesFrom) {
      throw new ChartroomError(
        `${name} estimates costs from version ${estimatesFrom} on: name yours as "version" in the extra of the database.`,
        {
          status: 422,
          error_type: 'GENERIC_DB_ENGINE_ERROR',
          level: 'error',
          extra: { engine_name: name },
        },
      );
    }
    const text = oneStatement(sql, { readOnly: true, dialect, engineName: name });
    const result = await this.run(`EXPLAIN (TYPE IO, FORMAT JSON)\n${text}`, {
      ...options,
      timeoutMs: TIMEOUT_MS,
      readOnly: true,
    });
    return (await readRows(result)).map(([plan]) => costOf(parseExactJson(String(plan))));
  }

  async functions(): Promise<string[]> {
    const names = (await this.#ask('SHOW FUNCTIONS')).map(([name]) => String(name));
    return [...new Set(names)].sort();
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

  #catalogOr(catalog: string | undefined): string {
    const name = catalog ?? this.#coordinator.place.catalog;
    if (name !== undefined) return name;
    throw new ChartroomError(
      'The address of the database names no catalog: add one behind the port, or name it.',
      {
        status: 400,
        error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
        level: 'error',
        extra: { engine_name: this.#member.name },
      },
    );
  }
}
