import { ChartroomError } from '@chartroom/model';
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
import { objectOf } from '../files/json-members.ts';
import { runRemote } from '../network/remote-query.ts';
import { textOfError } from '../sql/error-rules.ts';
import { oneStatement } from '../sql/only-reading.ts';
import { unlessAborted } from '../stop-after.ts';
import { bigqueryDialect } from './dialect.ts';
import { classifyBigQueryError } from './errors.ts';
import { describeTable, listDatasets, listProjects, listTables } from './introspect.ts';
import { configurationOf, Job } from './job.ts';
import { Service } from './service.ts';

const NAME = 'Google BigQuery';

/** Opens BigQuery as the account of the settings; every statement is a job of its own. */
export function openBigQuery(settings: ConnectionSettings): Session {
  return new BigQuerySession(settings);
}

class BigQuerySession implements Session {
  readonly #service: Service;

  constructor(settings: ConnectionSettings) {
    this.#service = new Service(settings);
  }

  async run(sql: string, options: RunOptions): Promise<Result> {
    const text = oneStatement(sql, {
      readOnly: options.readOnly,
      dialect: bigqueryDialect,
      engineName: NAME,
    });
    const place = {
      project: options.catalog,
      dataset: options.schema ?? this.#service.project.datasetAt(options.catalog),
      timeoutMs: options.timeoutMs,
    };
    return runRemote(new Job(this.#service, text, place), options);
  }

  catalogs(): Promise<string[]> {
    return this.#explained(listProjects(this.#service));
  }

  schemas(catalog?: string): Promise<string[]> {
    return this.#explained(listDatasets(this.#service, catalog));
  }

  async defaultSchema(): Promise<string | null> {
    return this.#service.project.dataset ?? null;
  }

  relations(schema: string, catalog?: string): Promise<Relation[]> {
    return this.#explained(listTables(this.#service, schema, catalog));
  }

  async describe({ table, schema, catalog }: TableRef): Promise<TableDescription> {
    const dataset = schema ?? this.#service.project.dataset;
    if (dataset === undefined) {
      throw new ChartroomError(`Table "${table}" has to be named with its dataset.`, {
        status: 404,
        error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
        extra: { engine_name: NAME },
      });
    }
    return this.#explained(describeTable(this.#service, { table, dataset, project: catalog }));
  }

  async estimate(sql: string, options: EstimateOptions): Promise<CostEstimate[]> {
    const text = oneStatement(sql, { readOnly: true, dialect: bigqueryDialect, engineName: NAME });
    const place = {
      project: options.catalog,
      dataset: options.schema ?? this.#service.project.datasetAt(options.catalog),
    };
    const bytes = await unlessAborted(
      this.#explained(this.#dryRun(text, place)),
      options.signal,
      () => undefined,
    );
    return [processed(bytes)];
  }

  /** A dry run costs nothing and shows whether the account may run jobs. */
  async ping(signal: AbortSignal): Promise<void> {
    await unlessAborted(
      this.#explained(this.#dryRun('SELECT 1', { project: undefined, dataset: undefined })),
      signal,
      () => undefined,
    );
  }

  close(): Promise<void> {
    return this.#service.close();
  }

  /** Bytes that a statement would read. */
  async #dryRun(
    sql: string,
    place: { project: string | undefined; dataset: string | undefined },
  ): Promise<number> {
    const own = await this.#service.projectId();
    const { location } = this.#service.project;
    const body = {
      ...(location !== undefined && { jobReference: { projectId: own, location } }),
      configuration: { ...configurationOf(this.#service, sql, { place, own }), dryRun: true },
    };
    const answer = await this.#service.call({ method: 'POST', path: 'jobs', body });
    return Number(objectOf(answer.statistics).totalBytesProcessed ?? 0);
  }

  async #explained<Value>(asked: Promise<Value>): Promise<Value> {
    try {
      return await asked;
    } catch (error) {
      throw error instanceof ChartroomError
        ? error
        : classifyBigQueryError(textOfError(error), this.#service.project.context);
    }
  }
}

/** `{"KB Processed": "1.5"}`, in steps of 1024 (contract/query.md §3.5). */
function processed(bytes: number): CostEstimate {
  const step = Math.min(3, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  const unit = ['B', 'KB', 'MB', 'GB'][step] ?? 'B';
  return { [`${unit} Processed`]: String(Math.round((bytes / 1024 ** step) * 100) / 100) };
}
