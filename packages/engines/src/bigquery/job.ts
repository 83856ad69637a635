import { randomUUID } from 'node:crypto';
import type { Cell, ColumnBatch, ResultColumn } from '@chartroom/query';
import { listOf, objectOf, textOf } from '../files/json-members.ts';
import { batchOf, type RemoteQuery } from '../network/remote-query.ts';
import { textOfError } from '../sql/error-rules.ts';
import { classifyBigQueryError } from './errors.ts';
import type { Service } from './service.ts';
import { describeColumn, fieldOf } from './values.ts';

/** Rows of a page, and milliseconds that one request waits for an answer. */
const PAGE_ROWS = 10_000;
const WAIT_MS = 10_000;

/** Where a statement's names are looked for, and when the service itself gives up. */
export interface JobPlace {
  project: string | undefined;
  dataset: string | undefined;
  timeoutMs?: number;
}

/** The configuration of a job that runs a statement; `own` = the project that it runs in. */
export function configurationOf(
  service: Service,
  sql: string,
  { place, own }: { place: JobPlace; own: string },
): Record<string, unknown> {
  const { maximumBytesBilled } = service.project;
  return {
    query: {
      query: sql,
      useLegacySql: false,
      ...(maximumBytesBilled !== undefined && { maximumBytesBilled }),
      ...(place.dataset !== undefined && {
        defaultDataset: { projectId: place.project ?? own, datasetId: place.dataset },
      }),
    },
    ...(place.timeoutMs !== undefined &&
      Number.isFinite(place.timeoutMs) && { jobTimeoutMs: String(place.timeoutMs) }),
  };
}

/** One statement as a job: inserted under a name of one's own, so that it can be cancelled whatever happens, then read by pages. */
export class Job implements RemoteQuery {
  readonly #service: Service;
  readonly #sql: string;
  readonly #place: JobPlace;
  readonly #id = `chartroom_${randomUUID()}`;
  #inserted: Promise<Readonly<Record<string, unknown>>> | undefined;
  #location: string | undefined;
  #parsers: ((value: unknown) => Cell)[] = [];
  #page: Page | undefined;

  constructor(service: Service, sql: string, place: JobPlace) {
    this.#service = service;
    this.#sql = sql;
    this.#place = place;
    this.#location = service.project.location;
  }

  async begin(signal: AbortSignal): Promise<ResultColumn[]> {
    this.#inserted = this.#insert();
    const reference = objectOf((await this.#inserted).jobReference);
    this.#location = textOf(reference.location) ?? this.#location;
    for (;;) {
      signal.throwIfAborted();
      const answer = await this.#results(undefined);
      if (answer.jobComplete === false) continue;
      const described = listOf(objectOf(answer.schema).fields).map((field) => describeColumn(fieldOf(field)));
      this.#parsers = described.map(({ parse }) => parse);
      this.#page = pageOf(answer);
      return described.map(({ column }) => column);
    }
  }

  async next(): Promise<ColumnBatch | null> {
    const page = this.#page;
    if (!page) return null;
    this.#page = page.next === undefined ? undefined : { rows: [], next: page.next };
    if (page.rows.length > 0) return batchOf(page.rows, this.#parsers);
    if (page.next === undefined) return null;
    this.#page = pageOf(await this.#results(page.next));
    return { length: 0, columns: [] };
  }

  async cancel(): Promise<void> {
    // What was never sent, or refused, has nothing to be cancelled.
    const inserted = await this.#inserted?.catch(() => undefined);
    if (!inserted) return;
    const location = textOf(objectOf(inserted.jobReference).location) ?? this.#location;
    await this.#service.call({ method: 'POST', path: `jobs/${this.#id}/cancel`, query: { location } });
  }

  explain(error: unknown): unknown {
    const text = textOfError(error);
    const place = /\[(\d+):(\d+)\]/.exec(text);
    return classifyBigQueryError(
      text,
      this.#service.project.context,
      place ? { line: Number(place[1]), column: Number(place[2]) } : {},
    );
  }

  async #insert(): Promise<Readonly<Record<string, unknown>>> {
    const own = await this.#service.projectId();
    const { location } = this.#service.project;
    const jobReference = { projectId: own, jobId: this.#id, ...(location !== undefined && { location }) };
    const configuration = configurationOf(this.#service, this.#sql, { place: this.#place, own });
    try {
      return await this.#service.call({
        method: 'POST',
        path: 'jobs',
        body: { jobReference, configuration },
      });
    } catch (error) {
      // The client repeats a request whose answer was lost: then the job is there already.
      if (error instanceof Error && 'code' in error && error.code === 409) return { jobReference };
      throw error;
    }
  }

  #results(pageToken: string | undefined): Promise<Readonly<Record<string, unknown>>> {
    return this.#service.call({
      path: `queries/${this.#id}`,
      query: {
        location: this.#location,
        maxResults: String(PAGE_ROWS),
        timeoutMs: String(WAIT_MS),
        pageToken,
        'formatOptions.useInt64Timestamp': 'true',
      },
    });
  }
}

interface Page {
  rows: readonly unknown[];
  /** Where the next page is; absent at the end. */
  next: string | undefined;
}

function pageOf(answer: Readonly<Record<string, unknown>>): Page {
  const rows = listOf(answer.rows).map((row) => listOf(objectOf(row).f).map((cell) => objectOf(cell).v));
  return { rows, next: textOf(answer.pageToken) || undefined };
}
