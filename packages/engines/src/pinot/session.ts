import { ChartroomError, isJsonObject, type JsonObject } from '@chartroom/model';
import { type ColumnBatch, splitStatements } from '@chartroom/query';
import type { ConnectionSettings, Relation, Result, Session, TableDescription, TableRef } from '../engine.ts';
import { httpAddress } from '../http/address.ts';
import { parseExactly } from '../http/json-text.ts';
import { ONLY_SCHEMA, plainStatements } from '../http/plain-text.ts';
import { HttpFailure, send } from '../http/request.ts';
import { columnsOnly, HttpSession, type Question } from '../http/session.ts';
import { refuseFailure, tableOf } from './answer.ts';
import { pinotDialect } from './dialect.ts';
import { classify } from './errors.ts';

/** Port of a broker. */
export const PINOT_PORT = 8099;
const PATH = 'query/sql';
const CATALOG_TIMEOUT_MS = 30_000;
/** Lists of a schema that hold its columns. */
const FIELDS = ['dimensionFieldSpecs', 'metricFieldSpecs', 'dateTimeFieldSpecs', 'complexFieldSpecs'];

/** Opens the broker that an address names, and the controller that its parameter `controller` names. */
export function openPinot(settings: ConnectionSettings): Session {
  return new PinotSession(httpAddress(settings, PINOT_PORT), classify);
}

class PinotSession extends HttpSession {
  async schemas(): Promise<string[]> {
    return [ONLY_SCHEMA];
  }

  async defaultSchema(): Promise<string | null> {
    return ONLY_SCHEMA;
  }

  async relations(): Promise<Relation[]> {
    const document = await this.#catalog('/tables');
    const names = isJsonObject(document) && Array.isArray(document.tables) ? document.tables : [];
    return names
      .map(String)
      .sort()
      .map((name) => ({ name, type: 'table' }));
  }

  async describe(ref: TableRef): Promise<TableDescription> {
    const schema = await this.#catalog(`/tables/${encodeURIComponent(ref.table)}/schema`);
    if (!isJsonObject(schema)) throw this.noSuchTable(ref);
    const fields = FIELDS.flatMap((list): JsonObject[] => {
      const specs = schema[list];
      return Array.isArray(specs) ? specs.filter((spec) => isJsonObject(spec)) : [];
    });
    return columnsOnly(
      fields.map(({ name, dataType, singleValueField }) => ({
        name: String(name),
        nativeType: `${String(dataType)}${singleValueField === false ? '_ARRAY' : ''}`,
        nullable: true,
      })),
    );
  }

  /** An answer comes as a whole: none of it is shown unless all of it is there. */
  protected async answer(sql: string, { id, signal, timeoutMs }: Question): Promise<Result> {
    const options = [
      `clientQueryId=${id}`,
      ...(Number.isFinite(timeoutMs) ? [`timeoutMs=${Math.ceil(timeoutMs) + 1_000}`] : []),
      ...(/^(1|true)$/i.test(this.address.query.use_multistage_engine ?? '')
        ? ['useMultistageEngine=true']
        : []),
    ];
    const statements = plainStatements(sql, pinotDialect.lexical, 'Apache Pinot');
    if (statements.slice(0, -1).some((statement) => !/^set\b/i.test(statement)))
      throw this.explain(new Error('Code 150: Only one statement can be run at a time.'));
    const response = await this.send({
      method: 'POST',
      path: `/${this.address.path || PATH}`,
      body: { sql: statements.join('; '), queryOptions: options.join(';') },
      signal,
    });
    const document = parseExactly(await response.text());
    if (!isJsonObject(document)) throw new Error('Pinot answered with something that is no document.');
    refuseFailure(document);
    const { columns, batch } = tableOf(document, hasLimit(statements.at(-1) ?? ''));
    return { columns, batches: once(batch) };
  }

  protected async cancel(id: string, signal: AbortSignal): Promise<void> {
    try {
      await this.send({ method: 'DELETE', path: `/clientQuery/${id}`, signal });
    } catch (error) {
      // It has ended meanwhile, or the broker is of a version that only its time limit stops.
      if (!(error instanceof HttpFailure && error.status === 404)) throw error;
    }
  }

  /** What the controller says; undefined where it knows no such thing. */
  async #catalog(path: string): Promise<unknown> {
    const { controller } = this.address.query;
    if (!controller || !URL.canParse(controller)) {
      throw new ChartroomError(
        'The address has to name the controller for this: pinot://broker:8099/query/sql?controller=http://controller:9000/',
        {
          status: 400,
          error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
        },
      );
    }
    const signal = AbortSignal.timeout(CATALOG_TIMEOUT_MS);
    try {
      const response = await send(
        { ...this.address, origin: new URL(controller).origin },
        { method: 'GET', path, signal },
      );
      return await response.json();
    } catch (error) {
      if (error instanceof HttpFailure && error.status === 404) return undefined;
      throw this.explain(error);
    }
  }
}

function hasLimit(statement: string): boolean {
  const tokens = splitStatements(statement, pinotDialect.lexical).flatMap((each) => each.tokens);
  return tokens.some(({ kind, text }) => kind === 'word' && text.toUpperCase() === 'LIMIT');
}

async function* once(batch: ColumnBatch): AsyncGenerator<ColumnBatch> {
  if (batch.length > 0) yield batch;
}
