import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '@chartroom/model';
import type { Cell, ColumnBatch, ResultColumn } from '@chartroom/query';
import { parseExactJson } from '../files/exact-json.ts';
import { objectOf, textOf } from '../files/json-members.ts';
import { type HttpAnswer, httpRequest } from '../network/http-request.ts';
import { batchOf, type RemoteQuery } from '../network/remote-query.ts';
import { type errorReader, textOfError } from '../sql/error-rules.ts';
import type { Coordinator } from './connection.ts';
import { describeColumn } from './values.ts';

/** Milliseconds before a coordinator that is busy is asked again. */
const RETRY_MS = 100;
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** A part of an answer of the statement protocol. */
interface Page {
  id?: string;
  /** A page of the coordinator about the query, for people. */
  infoUri?: string;
  nextUri?: string;
  columns?: unknown[];
  data?: unknown[];
  error?: {
    message?: string;
    errorName?: string;
    errorLocation?: { lineNumber?: number; columnNumber?: number };
  };
}

interface StatementOptions {
  headers: Record<string, string>;
  classify: ReturnType<typeof errorReader>;
  /** Told the address of the coordinator's page about the query. */
  onTracked?: ((url: string) => void) | undefined;
}

/**
 * One statement in the statement protocol (`POST /v1/statement`, then `nextUri` until there is none, `DELETE nextUri`
 * to stop). The protocol is spoken here because the client from npm takes no signal, reads long integers as floating
 * point, and does not know Presto's headers.
 */
export class Statement implements RemoteQuery {
  readonly #sql: string;
  readonly #coordinator: Coordinator;
  readonly #headers: Record<string, string>;
  readonly #classify: ReturnType<typeof errorReader>;
  #onTracked: ((url: string) => void) | undefined;
  #sent: Promise<Page> | undefined;
  #page: Page = {};
  #parsers: ((value: unknown) => Cell)[] = [];

  constructor(sql: string, coordinator: Coordinator, { headers, classify, onTracked }: StatementOptions) {
    this.#sql = sql;
    this.#coordinator = coordinator;
    this.#headers = { ...coordinator.headers, ...headers };
    this.#classify = classify;
    this.#onTracked = onTracked;
  }

  async begin(signal: AbortSignal): Promise<ResultColumn[]> {
    // Sent without the signal: only its answer says how the query can be stopped.
    this.#sent = this.#send(signal);
    this.#page = await this.#sent;
    this.#tell(this.#page);
    while (!this.#page.columns && this.#page.nextUri) {
      this.#page = await this.#follow(this.#page.nextUri, signal);
      this.#tell(this.#page);
    }
    const described = (this.#page.columns ?? []).map(describeColumn);
    this.#parsers = described.map(({ parse }) => parse);
    return described.map(({ column }) => column);
  }

  async next(signal: AbortSignal): Promise<ColumnBatch | null> {
    const { data, nextUri } = this.#page;
    if (data) {
      this.#page = { nextUri };
      return batchOf(data, this.#parsers);
    }
    if (!nextUri) return null;
    this.#page = await this.#follow(nextUri, signal);
    return { length: 0, columns: [] };
  }

  async cancel(signal: AbortSignal): Promise<void> {
    const sent = await this.#sent?.catch(() => undefined);
    const uri = this.#page.nextUri ?? sent?.nextUri;
    if (uri !== undefined) await this.#request('DELETE', this.#own(uri), signal);
  }

  explain(error: unknown): unknown {
    const details: JsonObject = error instanceof StatementError ? error.details : {};
    return this.#classify(textOfError(error), this.#coordinator.context, details);
  }

  /** Tells the address of the page for people, once. It becomes a link: no other addresses than those of pages. */
  #tell({ infoUri }: Page): void {
    if (!infoUri || !/^https?:$/.test(URL.parse(infoUri)?.protocol ?? '')) return;
    this.#onTracked?.(infoUri);
    this.#onTracked = undefined;
  }

  async #send(signal: AbortSignal): Promise<Page> {
    for (;;) {
      const answer = await this.#request('POST', `${this.#coordinator.origin}/v1/statement`);
      if (!BUSY.has(answer.status)) return pageOf(answer);
      await setTimeout(RETRY_MS, undefined, { signal });
    }
  }

  async #follow(uri: string, signal: AbortSignal): Promise<Page> {
    for (;;) {
      const answer = await this.#request('GET', this.#own(uri), signal);
      if (!BUSY.has(answer.status)) return pageOf(answer);
      await setTimeout(RETRY_MS, undefined, { signal });
    }
  }

  /** The same place on the coordinator of the address: what carries the account's secrets goes to no other host. */
  #own(uri: string): string {
    const { pathname, search } = new URL(uri, this.#coordinator.origin);
    return `${this.#coordinator.origin}${pathname}${search}`;
  }

  #request(method: string, url: string, signal?: AbortSignal): Promise<HttpAnswer> {
    return httpRequest(url, {
      method,
      headers: {
        ...this.#headers,
        ...(method === 'POST' && { 'Content-Type': 'text/plain; charset=utf-8' }),
      },
      ...this.#coordinator.tls,
      agents: this.#coordinator.agents,
      ...(signal && { signal }),
      ...(method === 'POST' && { body: this.#sql }),
    });
  }
}

/** What the coordinator says is wrong, with the place where it says so; both count from 1. */
class StatementError extends Error {
  readonly details: JsonObject;
  constructor(message: string, details: JsonObject) {
    super(message);
    this.details = details;
  }
}

function pageOf({ status, body }: HttpAnswer): Page {
  if (status !== 200)
    throw new StatementError(`error ${status}: ${body.trim().slice(0, 500) || 'no reason given'}`, {});
  const page = readPage(body);
  const { error } = page;
  if (error) {
    const { lineNumber, columnNumber } = error.errorLocation ?? {};
    throw new StatementError(error.message ?? error.errorName ?? 'The query failed without a reason.', {
      ...(error.errorName && { error_name: error.errorName }),
      ...(lineNumber && { line: lineNumber }),
      ...(columnNumber && { column: columnNumber }),
    });
  }
  return page;
}

function readPage(body: string): Page {
  const page = objectOf(parseExactJson(body));
  const error = page.error === undefined || page.error === null ? undefined : objectOf(page.error);
  const place = objectOf(error?.errorLocation);
  return {
    id: textOf(page.id),
    infoUri: textOf(page.infoUri),
    nextUri: textOf(page.nextUri),
    columns: Array.isArray(page.columns) ? page.columns : undefined,
    data: Array.isArray(page.data) ? page.data : undefined,
    error: error && {
      message: textOf(error.message),
      errorName: textOf(error.errorName),
      errorLocation: { lineNumber: numberOf(place.lineNumber), columnNumber: numberOf(place.columnNumber) },
    },
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
