import { setTimeout } from 'node:timers/promises';
import type { Cell, ColumnBatch, ResultColumn } from '@chartroom/query';
import { listOf, objectOf, textOf } from '../files/json-members.ts';
import { batchOf, type RemoteQuery } from '../network/remote-query.ts';
import { textOfError } from '../sql/error-rules.ts';
import { classifyDatabricksError } from './errors.ts';
import { describeColumn } from './values.ts';
import type { Members, Warehouse } from './warehouse.ts';

const STATEMENTS = '/api/2.0/sql/statements';
/** Milliseconds between two questions whether a statement is done: at first, and at most. */
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1_000;

/** A part of a result: its rows, or where they lie, and where the next part is described. */
interface Part {
  rows: readonly unknown[];
  links: string[];
  next: string | undefined;
}

/**
 * One statement in the service's statement interface (`POST /api/2.0/sql/statements`, asked about until it is done,
 * read by chunks, `POST …/cancel`). The interface is spoken here because the client from npm makes objects of the
 * rows: columns of one name become one, moments lose their microseconds, and numbers in lists their digits.
 */
export class DatabricksStatement implements RemoteQuery {
  readonly #warehouse: Warehouse;
  readonly #sql: string;
  readonly #place: { catalog: string | undefined; schema: string | undefined };
  #sent: Promise<Members> | undefined;
  #done = false;
  #part: Part | undefined;
  #parsers: ((value: unknown) => Cell)[] = [];

  constructor(
    warehouse: Warehouse,
    sql: string,
    place: { catalog: string | undefined; schema: string | undefined },
  ) {
    this.#warehouse = warehouse;
    this.#sql = sql;
    this.#place = place;
  }

  async begin(signal: AbortSignal): Promise<ResultColumn[]> {
    // Sent without the signal, and answered at once: only the answer says how the statement can be stopped.
    this.#sent = this.#send();
    const answer = await this.#untilDone(await this.#sent, signal);
    const columns = listOf(objectOf(objectOf(answer.manifest).schema).columns).map(objectOf);
    const described = columns.map(({ name, type_name, type_text }) =>
      describeColumn(String(name), String(type_name ?? ''), String(type_text ?? type_name ?? 'STRING')),
    );
    this.#parsers = described.map(({ parse }) => parse);
    this.#part = partOf(objectOf(answer.result));
    return described.map(({ column }) => column);
  }

  async next(signal: AbortSignal): Promise<ColumnBatch | null> {
    const part = this.#part;
    if (!part) return null;
    if (part.rows.length > 0) {
      this.#part = { ...part, rows: [] };
      return batchOf(part.rows, this.#parsers);
    }
    const [link, ...links] = part.links;
    if (link !== undefined) {
      this.#part = { ...part, rows: listOf(await this.#warehouse.download(link, signal)), links };
    } else if (part.next !== undefined) {
      this.#part = partOf(await this.#warehouse.call('GET', part.next, { signal }));
    } else return null;
    return { length: 0, columns: [] };
  }

  async cancel(signal: AbortSignal): Promise<void> {
    const sent = await this.#sent?.catch(() => undefined);
    const id = textOf(sent?.statement_id);
    // What is done holds nothing in the warehouse any more.
    if (id !== undefined && !this.#done)
      await this.#warehouse.call('POST', `${STATEMENTS}/${id}/cancel`, { signal });
  }

  explain(error: unknown): unknown {
    const text = textOfError(error);
    const place = /\(?line (\d+),? pos (\d+)\)?/.exec(text);
    return classifyDatabricksError(
      text,
      this.#warehouse.context,
      place ? { line: Number(place[1]), column: Number(place[2]) + 1 } : {},
    );
  }

  #send(): Promise<Members> {
    const { catalog, schema } = this.#place;
    return this.#warehouse.call('POST', STATEMENTS, {
      body: {
        warehouse_id: this.#warehouse.id,
        statement: this.#sql,
        ...(catalog !== undefined && { catalog }),
        ...(schema !== undefined && { schema }),
        format: 'JSON_ARRAY',
        // Rows inside the answers would end at 25 MiB.
        disposition: 'EXTERNAL_LINKS',
        wait_timeout: '0s',
      },
    });
  }

  async #untilDone(first: Members, signal: AbortSignal): Promise<Members> {
    const id = textOf(first.statement_id) ?? '';
    let answer = first;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      const { state, error } = objectOf(answer.status);
      if (state === 'SUCCEEDED') {
        this.#done = true;
        return answer;
      }
      if (state !== 'PENDING' && state !== 'RUNNING') {
        this.#done = true;
        throw new Error(
          textOf(objectOf(error).message) ?? `The statement was ended by the service (${String(state)}).`,
        );
      }
      await setTimeout(wait, undefined, { signal });
      answer = await this.#warehouse.call('GET', `${STATEMENTS}/${id}`, { signal });
    }
  }
}

/** A chunk as it is described: `{data_array}` or `{external_links}`, each with its `next_chunk_internal_link`. */
function partOf(result: Members): Part {
  const links = listOf(result.external_links).map(objectOf);
  const next = textOf(links.at(-1)?.next_chunk_internal_link) ?? textOf(result.next_chunk_internal_link);
  return {
    rows: listOf(result.data_array),
    links: links.map(({ external_link }) => String(external_link)),
    next,
  };
}
