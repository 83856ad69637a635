import { ChartroomError, isJsonObject, type JsonObject } from '@chartroom/model';
import type { ColumnBatch, Dialect, ResultColumn } from '@chartroom/query';
import type {
  ConnectionSettings,
  Engine,
  Relation,
  Result,
  Session,
  TableDescription,
  TableRef,
} from '../engine.ts';
import { httpAddress } from '../http/address.ts';
import { parseExactly } from '../http/json-text.ts';
import { ONLY_SCHEMA, plainStatement } from '../http/plain-text.ts';
import { HttpFailure } from '../http/request.ts';
import { columnsOnly, HttpSession, type Question } from '../http/session.ts';
import { cellOf, columnOf } from '../http/values.ts';
import { type Flavour, KINDS, type Page } from './pages.ts';

export const ELASTICSEARCH_PORT = 9200;
/** Characters that names of indexes never have. */
const NOT_IN_NAMES = /[\\/*?"'`<>|\s,;#]/;
const PAGE_ROWS = 1_000;

/** What a session of this family is made of. */
export interface Family extends Pick<Engine, 'name' | 'dialect' | 'classify'> {
  flavour: Flavour;
}

/** Opens the SQL interface of a server. */
export function openElasticsearch(settings: ConnectionSettings, family: Family): Session {
  return new ElasticsearchSession(settings, family);
}

class ElasticsearchSession extends HttpSession {
  readonly #flavour: Flavour;
  readonly #dialect: Dialect;
  readonly #name: string;
  /** By which the server knows the rest of each answer that is being read. */
  readonly #cursors = new Map<string, string>();

  constructor(settings: ConnectionSettings, { flavour, dialect, name, classify }: Family) {
    super(httpAddress(settings, ELASTICSEARCH_PORT), classify, flavour.ping);
    this.#flavour = flavour;
    this.#dialect = dialect;
    this.#name = name;
  }

  async schemas(): Promise<string[]> {
    return [ONLY_SCHEMA];
  }

  async defaultSchema(): Promise<string | null> {
    return ONLY_SCHEMA;
  }

  /** Indexes and their aliases; names that begin with a dot belong to the server. */
  async relations(): Promise<Relation[]> {
    const { names, tables } = this.#flavour;
    return (await this.#records(tables))
      .map(
        (record): Relation => ({
          name: String(record[names.table]),
          type: /VIEW|ALIAS/.test(String(record[names.kind])) ? 'view' : 'table',
        }),
      )
      .filter(({ name }) => !name.startsWith('.'))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async describe(ref: TableRef): Promise<TableDescription> {
    const { names, columnsOf } = this.#flavour;
    // No index is called so, and not every server can be told such a name.
    if (NOT_IN_NAMES.test(ref.table)) throw this.noSuchTable(ref);
    const records = await this.#records(columnsOf(ref.table)).catch((error: unknown) => {
      if (error instanceof ChartroomError && error.error_type === 'TABLE_DOES_NOT_EXIST_ERROR') return [];
      throw error;
    });
    if (records.length === 0) throw this.noSuchTable(ref);
    // What holds other columns cannot be selected itself.
    const columns = records.filter((record) => !/^(struct|object|nested)$/i.test(String(record[names.type])));
    return columnsOnly(
      columns.map((record) => ({
        name: String(record[names.column]),
        nativeType: String(record[names.type]),
        nullable: true,
      })),
    );
  }

  protected async answer(sql: string, { id, signal, timeoutMs }: Question): Promise<Result> {
    const query = plainStatement(sql, this.#dialect.lexical, this.#name);
    const timeout =
      Number.isFinite(timeoutMs) && this.#flavour.path === '/_sql'
        ? { request_timeout: `${Math.ceil(timeoutMs) + 1_000}ms` }
        : {};
    const first = await this.#page({ query, fetch_size: PAGE_ROWS, ...timeout }, id, signal);
    const columns = first.columns.map(({ name, type }) => columnOf(name, type, KINDS));
    return {
      columns,
      batches: this.#batches(first, columns, { id, signal, isLimited: /\blimit\b/i.test(query) }),
    };
  }

  /** A server that is asked nothing more forgets a search by itself when its connection closes; what it keeps for the next page is given up here. */
  protected async cancel(id: string, signal: AbortSignal): Promise<void> {
    const cursor = this.#cursors.get(id);
    this.#cursors.delete(id);
    if (cursor !== undefined)
      await this.send({ method: 'POST', path: `${this.#flavour.path}/close`, body: { cursor }, signal });
  }

  async *#batches(
    first: Page,
    columns: ResultColumn[],
    { id, signal, isLimited }: { id: string; signal: AbortSignal; isLimited: boolean },
  ): AsyncGenerator<ColumnBatch> {
    let count = 0;
    for (let page = first; ; ) {
      const { rows, cursor, total } = page;
      if (page.isPartial) throw new Error(`${this.#name} gave only a part of the answer.`);
      count += rows.length;
      if (rows.length > 0)
        yield {
          length: rows.length,
          columns: columns.map((column, at) => rows.map((row) => cellOf(row[at], column))),
        };
      if (cursor === undefined) {
        // With a LIMIT the total may count what there would be without it.
        if (isLimited || total === undefined || total <= count) return;
        throw new Error(
          `${this.#name} gave ${count} of ${total} rows: write a LIMIT that says how many are wanted.`,
        );
      }
      page = await this.#page({ cursor }, id, signal);
    }
  }

  async #page(body: JsonObject, id: string, signal: AbortSignal): Promise<Page> {
    const path = this.#flavour.path === '/_sql' ? '/_sql?format=json' : this.#flavour.path;
    const response = await this.send({ method: 'POST', path, body, signal }).catch((error: unknown) =>
      Promise.reject(explained(error)),
    );
    const document = parseExactly(await response.text());
    if (!isJsonObject(document))
      throw new Error('The server answered with something that is no page of rows.');
    const page = this.#flavour.pageOf(document);
    if (page.cursor === undefined) this.#cursors.delete(id);
    else this.#cursors.set(id, page.cursor);
    return page;
  }

  /** Rows of a small answer by the names of its columns. */
  async #records(sql: string): Promise<Record<string, unknown>[]> {
    const signal = AbortSignal.timeout(30_000);
    const { columns, batches } = await this.run(sql, { signal, timeoutMs: 30_000, readOnly: true });
    const records: Record<string, unknown>[] = [];
    for await (const batch of batches) {
      for (let row = 0; row < batch.length; row++)
        records.push(Object.fromEntries(columns.map(({ name }, at) => [name, batch.columns[at]?.[row]])));
    }
    return records;
  }
}

/** The server's own words where its answer has some. */
function explained(error: unknown): unknown {
  if (!(error instanceof HttpFailure) || error.status === 401 || error.status === 403) return error;
  try {
    const document: unknown = JSON.parse(error.body);
    const told = isJsonObject(document) ? document.error : undefined;
    if (!isJsonObject(told)) return error;
    return new Error(
      [told.type, told.reason, told.details]
        .filter((part) => typeof part === 'string' && part !== '')
        .join(': '),
    );
  } catch {
    return error;
  }
}
