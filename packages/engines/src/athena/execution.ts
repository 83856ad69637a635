import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { GetQueryResultsOutput, QueryExecution } from '@aws-sdk/client-athena';
import type { Cell, ColumnBatch, ResultColumn } from '@chartroom/query';
import { batchOf, type RemoteQuery } from '../network/remote-query.ts';
import { textOfError } from '../sql/error-rules.ts';
import { classifyAthenaError } from './errors.ts';
import type { Service } from './service.ts';
import { describeColumn } from './values.ts';

/** Milliseconds between two questions whether a query is done: at first, and at most. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 1_000;
/** Rows of a page: the most that the service gives. */
const PAGE_ROWS = 1_000;

/** One statement: started, asked about until it is done, then read by pages. */
export class Execution implements RemoteQuery {
  readonly #service: Service;
  readonly #sql: string;
  readonly #database: string | undefined;
  #started: Promise<string> | undefined;
  #page: GetQueryResultsOutput | undefined;
  #parsers: ((value: unknown) => Cell)[] = [];
  #headerLeft = false;

  constructor(service: Service, sql: string, database: string | undefined) {
    this.#service = service;
    this.#sql = sql;
    this.#database = database;
  }

  async begin(signal: AbortSignal): Promise<ResultColumn[]> {
    // Started without the signal: only the answer says what could be stopped.
    this.#started = this.#start();
    const id = await this.#started;
    const done = await this.#untilDone(id, signal);
    this.#page = await this.#results(id, undefined, signal);
    const info = this.#page.ResultSet?.ResultSetMetadata?.ColumnInfo ?? [];
    const described = info.map(({ Name = '', Label, Type = 'varchar' }) =>
      describeColumn(Label ?? Name, Type),
    );
    this.#parsers = described.map(({ parse }) => parse);
    // Rows of a query begin with the names of the columns; those of SHOW and DESCRIBE do not.
    this.#headerLeft = done.StatementType === 'DML';
    return described.map(({ column }) => column);
  }

  async next(signal: AbortSignal): Promise<ColumnBatch | null> {
    const page = this.#page;
    if (!page) return null;
    const data = page.ResultSet?.Rows ?? [];
    const rows = (this.#headerLeft ? data.slice(1) : data).map((row) =>
      (row.Data ?? []).map((cell) => cell.VarCharValue),
    );
    this.#headerLeft = false;
    const id = await this.#started;
    this.#page = page.NextToken && id !== undefined ? { NextToken: page.NextToken } : undefined;
    if (rows.length > 0) return batchOf(rows, this.#parsers);
    if (!page.NextToken || id === undefined) return null;
    this.#page = await this.#results(id, page.NextToken, signal);
    return { length: 0, columns: [] };
  }

  async cancel(signal: AbortSignal): Promise<void> {
    const id = await this.#started?.catch(() => undefined);
    if (id === undefined) return;
    const { library, client } = await this.#service.open();
    await client.send(new library.StopQueryExecutionCommand({ QueryExecutionId: id }), {
      abortSignal: signal,
    });
  }

  explain(error: unknown): unknown {
    const text = textOfError(error);
    const place = /line (\d+):(\d+)/.exec(text);
    return classifyAthenaError(
      text,
      this.#service.context,
      place ? { line: Number(place[1]), column: Number(place[2]) } : {},
    );
  }

  async #start(): Promise<string> {
    const { library, client } = await this.#service.open();
    const { catalog, workGroup, output } = this.#service.workspace;
    const answer = await client.send(
      new library.StartQueryExecutionCommand({
        QueryString: this.#sql,
        ClientRequestToken: randomUUID(),
        QueryExecutionContext: {
          Catalog: catalog,
          ...(this.#database !== undefined && { Database: this.#database }),
        },
        ...(workGroup !== undefined && { WorkGroup: workGroup }),
        ...(output !== undefined && { ResultConfiguration: { OutputLocation: output } }),
      }),
    );
    if (answer.QueryExecutionId === undefined) throw new Error('The service started a query without a name.');
    return answer.QueryExecutionId;
  }

  async #untilDone(id: string, signal: AbortSignal): Promise<QueryExecution> {
    const { library, client } = await this.#service.open();
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      const { QueryExecution: found } = await client.send(
        new library.GetQueryExecutionCommand({ QueryExecutionId: id }),
        {
          abortSignal: signal,
        },
      );
      const { State, StateChangeReason, AthenaError } = found?.Status ?? {};
      if (found && State === 'SUCCEEDED') return found;
      if (State === 'FAILED' || State === 'CANCELLED') {
        throw new Error(
          StateChangeReason ?? AthenaError?.ErrorMessage ?? `The query was ended by the service (${State}).`,
        );
      }
      await setTimeout(wait, undefined, { signal });
    }
  }

  async #results(
    id: string,
    NextToken: string | undefined,
    signal: AbortSignal,
  ): Promise<GetQueryResultsOutput> {
    const { library, client } = await this.#service.open();
    const command = new library.GetQueryResultsCommand({
      QueryExecutionId: id,
      MaxResults: PAGE_ROWS,
      ...(NextToken && { NextToken }),
    });
    return client.send(command, { abortSignal: signal });
  }
}
