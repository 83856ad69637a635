import { ChartroomError } from '@chartroom/model';
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
import { type Account, accountOf } from './connection.ts';
import { Connections } from './connections.ts';
import { snowflakeDialect } from './dialect.ts';
import { describeTable, listDatabases, listRelations, listSchemas } from './introspect.ts';
import { SnowflakeStatement } from './statement.ts';

const NAME = 'Snowflake';
const TIMEOUT_MS = 30_000;

/** Opens an account of Snowflake; connections are made when needed and kept. */
export function openSnowflake(settings: ConnectionSettings): Session {
  return new SnowflakeSession(settings);
}

class SnowflakeSession implements Session {
  readonly #account: Account;
  readonly #connections: Connections;

  constructor(settings: ConnectionSettings) {
    this.#account = accountOf(settings);
    this.#connections = new Connections(this.#account, settings.outbound);
  }

  async run(sql: string, options: RunOptions): Promise<Result> {
    const text = oneStatement(sql, {
      readOnly: options.readOnly,
      dialect: snowflakeDialect,
      engineName: NAME,
    });
    refuseFiles(text);
    const connect = () => this.#connections.to(this.#account.placeAt(options));
    const failure = (): Error | undefined => this.#connections.failure;
    return runRemote(
      new SnowflakeStatement(text, {
        connect,
        failure,
        timeoutMs: options.timeoutMs,
        context: this.#account.context,
      }),
      options,
    );
  }

  catalogs(): Promise<string[]> {
    return listDatabases((sql) => this.#ask(sql));
  }

  schemas(catalog?: string): Promise<string[]> {
    return listSchemas((sql) => this.#ask(sql), catalog ?? this.#account.place.catalog);
  }

  async defaultSchema(): Promise<string | null> {
    return this.#account.place.schema ?? null;
  }

  relations(schema: string, catalog?: string): Promise<Relation[]> {
    return listRelations((sql) => this.#ask(sql), schema, catalog ?? this.#account.place.catalog);
  }

  describe({ table, schema, catalog }: TableRef): Promise<TableDescription> {
    const place = {
      schema: schema ?? this.#account.place.schema ?? 'PUBLIC',
      database: catalog ?? this.#account.place.catalog,
    };
    return describeTable((sql) => this.#ask(sql), { table, ...place });
  }

  async ping(signal: AbortSignal): Promise<void> {
    await readRows(await this.run('SELECT 1', { signal, timeoutMs: TIMEOUT_MS, readOnly: true }));
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  #ask(sql: string): Promise<Cell[][]> {
    return askCatalog((text, options) => this.run(text, options), sql);
  }
}

/** The driver itself carries out what begins with PUT and GET, on files of this machine. */
function refuseFiles(sql: string): void {
  const word = /^(PUT|GET)/i.exec(sql.trimStart())?.[1];
  if (word === undefined) return;
  throw new ChartroomError(`${word.toUpperCase()} cannot be run: it would reach files of the server.`, {
    status: 400,
    error_type: 'DML_NOT_ALLOWED_ERROR',
    level: 'error',
    extra: { engine_name: NAME },
  });
}
