import { ChartroomError } from '@chartroom/model';
import type {
  ConnectionSettings,
  Relation,
  Result,
  RunOptions,
  Session,
  TableDescription,
  TableRef,
} from '../engine.ts';
import { runRemote } from '../network/remote-query.ts';
import { textOfError } from '../sql/error-rules.ts';
import { oneStatement } from '../sql/only-reading.ts';
import { athenaDialect } from './dialect.ts';
import { classifyAthenaError } from './errors.ts';
import { Execution } from './execution.ts';
import { describeTable, listDatabases, listTables } from './introspect.ts';
import { Service } from './service.ts';

const NAME = 'Amazon Athena';

/** Opens Athena in a region; every statement is an execution of its own. */
export function openAthena(settings: ConnectionSettings): Session {
  return new AthenaSession(settings);
}

class AthenaSession implements Session {
  readonly #service: Service;

  constructor(settings: ConnectionSettings) {
    this.#service = new Service(settings);
  }

  async run(sql: string, options: RunOptions): Promise<Result> {
    const text = oneStatement(sql, { readOnly: options.readOnly, dialect: athenaDialect, engineName: NAME });
    return runRemote(
      new Execution(this.#service, text, options.schema ?? this.#service.workspace.database),
      options,
    );
  }

  async catalogs(): Promise<string[]> {
    return [];
  }

  schemas(): Promise<string[]> {
    return this.#explained(listDatabases(this.#service));
  }

  async defaultSchema(): Promise<string | null> {
    return this.#service.workspace.database ?? null;
  }

  relations(schema: string): Promise<Relation[]> {
    return this.#explained(listTables(this.#service, schema));
  }

  describe({ table, schema }: TableRef): Promise<TableDescription> {
    return this.#explained(
      describeTable(this.#service, table, schema ?? this.#service.workspace.database ?? 'default'),
    );
  }

  /** Asks for the work group, which shows that the keys are good and costs nothing. */
  async ping(signal: AbortSignal): Promise<void> {
    const { library, client } = await this.#service.open();
    const WorkGroup = this.#service.workspace.workGroup ?? 'primary';
    await this.#explained(
      client.send(new library.GetWorkGroupCommand({ WorkGroup }), { abortSignal: signal }),
      signal,
    );
  }

  close(): Promise<void> {
    return this.#service.close();
  }

  async #explained<Value>(asked: Promise<Value>, signal?: AbortSignal): Promise<Value> {
    try {
      return await asked;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw error instanceof ChartroomError
        ? error
        : classifyAthenaError(textOfError(error), this.#service.context);
    }
  }
}
