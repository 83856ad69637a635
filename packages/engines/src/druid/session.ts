import { isJsonObject } from '@chartroom/model';
import type { Cell, ColumnBatch, ColumnKind, ResultColumn } from '@chartroom/query';
import type { ConnectionSettings, Relation, Result, Session, TableDescription, TableRef } from '../engine.ts';
import { httpAddress } from '../http/address.ts';
import { parseExactly } from '../http/json-text.ts';
import { HttpFailure } from '../http/request.ts';
import { columnsOnly, HttpSession, type Question } from '../http/session.ts';
import { cellOf, columnOf } from '../http/values.ts';
import { STANDARD_QUOTING } from '../sql/quoting.ts';
import { classify } from './errors.ts';

/** Port of a broker. */
export const DRUID_PORT = 8082;
const PATH = 'druid/v2/sql';

/** By the type of SQL that the head of an answer names. */
const KINDS: Readonly<Record<string, ColumnKind>> = {
  BIGINT: 'int',
  INTEGER: 'int',
  SMALLINT: 'int',
  TINYINT: 'int',
  FLOAT: 'float',
  REAL: 'float',
  DOUBLE: 'float',
  DECIMAL: 'decimal',
  BOOLEAN: 'bool',
  TIMESTAMP: 'timestamp',
  DATE: 'date',
  ARRAY: 'json',
  OTHER: 'json',
};

/** Opens the SQL interface that an address names. */
export function openDruid(settings: ConnectionSettings): Session {
  return new DruidSession(httpAddress(settings, DRUID_PORT), classify);
}

class DruidSession extends HttpSession {
  async schemas(): Promise<string[]> {
    return (await this.ask('SELECT SCHEMA_NAME FROM INFORMATION_SCHEMA.SCHEMATA ORDER BY SCHEMA_NAME')).map(
      ([name]) => String(name),
    );
  }

  async defaultSchema(): Promise<string | null> {
    return 'druid';
  }

  async relations(schema: string): Promise<Relation[]> {
    const rows = await this.ask(
      `SELECT TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = ${STANDARD_QUOTING.quoteString(schema)} ORDER BY TABLE_NAME`,
    );
    return rows.map(([name, type]) => ({ name: String(name), type: type === 'VIEW' ? 'view' : 'table' }));
  }

  async describe({ table, schema = 'druid' }: TableRef): Promise<TableDescription> {
    const quote = STANDARD_QUOTING.quoteString;
    const rows = await this.ask(
      `SELECT COLUMN_NAME, DATA_TYPE, IS_NULLABLE FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = ${quote(schema)} AND TABLE_NAME = ${quote(table)} ORDER BY ORDINAL_POSITION`,
    );
    if (rows.length === 0) throw this.noSuchTable({ table, schema });
    return columnsOnly(
      rows.map(([name, type, nullable]) => ({
        name: String(name),
        nativeType: String(type),
        nullable: nullable === 'YES',
      })),
    );
  }

  protected async answer(query: string, { id, signal, timeoutMs }: Question): Promise<Result> {
    const timeout = Number.isFinite(timeoutMs) ? { timeout: Math.ceil(timeoutMs) + 1_000 } : {};
    const response = await this.send({
      method: 'POST',
      path: this.#path,
      signal,
      // Lines end with an empty one when the answer is whole.
      body: {
        query,
        resultFormat: 'arrayLines',
        header: true,
        typesHeader: true,
        sqlTypesHeader: true,
        context: { sqlQueryId: id, ...timeout },
      },
    }).catch((error: unknown) => Promise.reject(explained(error)));
    if (/"truncated"\s*:\s*true/.test(response.headers.get('x-druid-response-context') ?? '')) {
      await response.body?.cancel();
      throw new Error('Druid gave only a part of the answer.');
    }
    const lines = linesOf(response);
    // Names, types of storage, types of SQL; the first rows may come with them.
    const head: string[] = [];
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      head.push(...next.value);
      if (head.length >= 3) break;
    }
    const [names, , types] = head.slice(0, 3).map(namesOf);
    if (!names || !types)
      throw new Error('Druid answered without a head: only versions from 0.23 on are spoken to.');
    const columns = names.map((name, column) => columnOf(name, types[column] ?? '', KINDS));
    return { columns, batches: batchesOf(head.slice(3), lines, columns) };
  }

  protected async cancel(id: string, signal: AbortSignal): Promise<void> {
    try {
      await this.send({ method: 'DELETE', path: `${this.#path}/${id}`, signal });
    } catch (error) {
      // It has ended meanwhile.
      if (!(error instanceof HttpFailure && error.status === 404)) throw error;
    }
  }

  get #path(): string {
    return `/${this.address.path || PATH}`;
  }
}

/** Druid's own words where its answer has some. */
function explained(error: unknown): unknown {
  if (!(error instanceof HttpFailure) || error.status === 401 || error.status === 403) return error;
  try {
    const body: unknown = JSON.parse(error.body);
    const message = isJsonObject(body) ? (body.errorMessage ?? body.error) : undefined;
    return typeof message === 'string' ? new Error(message) : error;
  } catch {
    return error;
  }
}

/** Whole lines of the answer as they come, some at a time. Ends with an error unless the last one is the empty one. */
async function* linesOf(response: Response): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  let isWhole = false;
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    isWhole = lines.length > 0 ? lines.at(-1) === '' && rest === '' : isWhole && rest === '';
    const rows = lines.filter((line) => line !== '');
    if (rows.length > 0) yield rows;
  }
  if (!isWhole)
    throw new Error('Druid broke off in the middle of its answer: the query failed while it was running.');
}

function namesOf(line: string): string[] {
  const names: unknown = JSON.parse(line);
  return Array.isArray(names) ? names.map(String) : [];
}

async function* batchesOf(
  first: string[],
  lines: AsyncIterable<string[]>,
  columns: ResultColumn[],
): AsyncGenerator<ColumnBatch> {
  if (first.length > 0) yield batchOf(first, columns);
  for await (const rows of lines) yield batchOf(rows, columns);
}

function batchOf(rows: string[], columns: ResultColumn[]): ColumnBatch {
  const cells: Cell[][] = columns.map(() => []);
  for (const row of rows) {
    const values = parseExactly(row);
    if (!Array.isArray(values))
      throw new Error(`Druid answered with something that is no row: ${row.slice(0, 200)}`);
    columns.forEach((column, at) => {
      cells[at]?.push(cellOf(values[at], column));
    });
  }
  return { length: rows.length, columns: cells };
}
