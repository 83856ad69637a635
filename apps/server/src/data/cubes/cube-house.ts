import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineById, openMemory, type Session } from '@chartroom/engines';
import { ChartroomError, DEFAULT_BOUNDS, type QueryObject } from '@chartroom/model';
import { loadSqlParser, normalizeQuery } from '@chartroom/query';
import { answerQuestion, answerWriting, writtenAnswer } from '../chart-data/answer-question.ts';
import { compile, type Question, type Source } from '../chart-data/prepare-question.ts';
import { readFrame } from '../chart-data/read-frame.ts';
import type { OpenDatabase } from '../connections/session-pool.ts';
import { turns } from '../connections/turns.ts';
import type { CubeBounds } from '../data-config.ts';
import { WorkerRoom } from '../heavy/worker-room.ts';
import type { DataPorts, DatasetSource } from '../ports.ts';
import { type CubeDesk, Cubes, type Freshness } from './cubes.ts';

const signal = new AbortController().signal;
const OPTIONS = { signal, timeoutMs: 30_000, bounds: DEFAULT_BOUNDS, rowLimit: 50_000, totals: undefined };
export const FRESH: Freshness = { stamp: '0', timeout: 600, force: false };

const nobody = (): never => {
  throw new Error('Nobody is asked here.');
};
const PORTS: DataPorts = {
  database: nobody,
  databaseAt: nobody,
  databasesNamed: nobody,
  dataset: nobody,
  labQuery: nobody,
  rowRules: nobody,
  ruledDatasets: nobody,
  mayReadDataset: nobody,
  mayReadTables: nobody,
  chart: nobody,
  annotations: nobody,
  now: () => new Date(),
  hostKeys: { known: nobody, remember: nobody },
};

const NO_COLUMN = {
  id: 1,
  verbose_name: null,
  description: null,
  expression: null,
  filterable: true,
  groupby: true,
  type_generic: null,
  advanced_data_type: null,
  python_date_format: null,
};
const NO_METRIC = {
  id: 1,
  verbose_name: null,
  description: null,
  d3format: null,
  currency: null,
  warning_text: null,
};

/** A dataset on a table of the house. */
export interface Asked {
  table?: string;
  sql?: string;
  columns: Record<string, string>;
  metrics?: Record<string, string>;
  rules?: string[];
  changed_on?: string;
}

/** A database, cubes over it, and a clock that can be moved. */
export class CubeHouse {
  readonly home = mkdtempSync(join(tmpdir(), 'chartroom-cubes-'));
  readonly reported: unknown[] = [];
  readonly cubes: Cubes;
  readonly #database: OpenDatabase;
  readonly #room = new WorkerRoom(DEFAULT_BOUNDS, 1);
  /** Milliseconds that have passed beside those of the clock. */
  ahead = 0;

  constructor(bounds: Partial<CubeBounds> = {}, open?: () => Session) {
    const engine = engineById('duckdb');
    if (!engine) throw new Error('There is no such engine.');
    const uri = 'duckdb:///sales.duckdb';
    const session = engine.open({ uri, extra: {}, home: this.home });
    const source = {
      id: 1,
      uuid: '',
      database_name: 'sales',
      backend: 'duckdb',
      uri,
      extra: {},
      secrets: {},
      tunnel: null,
      allow_dml: false,
      allow_ctas: false,
      allow_cvas: false,
      cache_timeout: null,
      changed_on: '1',
    };
    this.#database = {
      source,
      engine,
      session,
      beside: nobody,
      ...turns(8),
      gone: new AbortController().signal,
    };
    this.cubes = new Cubes({
      bounds: { bytes: 2 ** 26, rows: 200_000, fromMs: 0, ...bounds },
      open: open ?? (() => openMemory({ home: this.home })),
      now: () => new Date(Date.now() + this.ahead),
      timeoutMs: 30_000,
      report: (error) => this.reported.push(error),
    });
  }

  async close(): Promise<void> {
    await this.cubes.close();
    await this.#database.session.close();
    this.#room.close();
    rmSync(this.home, { recursive: true, force: true });
  }

  /** Makes tables as runs of SQL Lab do, and loads what reads rules. */
  async write(...statements: string[]): Promise<void> {
    await loadSqlParser();
    const options = { signal, timeoutMs: 30_000, readOnly: false };
    await this.cubes.writing(async () => {
      for (const sql of statements) await readFrame(await this.#database.session.run(sql, options), []);
    });
  }

  question(query: QueryObject, asked: Asked): Question {
    const source = this.#source(asked);
    const normal = normalizeQuery({ row_limit: 10_000, ...query });
    return { query: normal, compiled: compile(normal, source), source };
  }

  /** The answer as it is sent, and whether it came from a cube. */
  async answer(question: Question, fresh = FRESH): Promise<{ text: string; cube: boolean }> {
    const desk = this.cubes.desk(question, fresh);
    let cube = false;
    const watched = desk && {
      asked: desk.asked,
      answer: async (options: Parameters<typeof desk.answer>[0]) => {
        const frame = await desk.answer(options);
        cube = frame !== undefined;
        return frame;
      },
    };
    const text = await this.#text(question, watched);
    return { text, cube };
  }

  /** Notes a question as one that took its time; tells whether a cube may answer such ones. */
  noted(question: Question): boolean {
    const desk = this.cubes.desk(question, FRESH);
    desk?.asked(Number.POSITIVE_INFINITY);
    return desk !== undefined;
  }

  /** The answer of the database. */
  direct(question: Question): Promise<string> {
    return this.#text(question, undefined);
  }

  /** What is told of a question, be it that its answer would be too large. */
  async #text(question: Question, desk: CubeDesk | undefined): Promise<string> {
    try {
      const answer = await answerQuestion(question, OPTIONS, desk);
      const writing = answerWriting(question, answer.statements);
      const place = { room: this.#room, asker: 'one' };
      return Buffer.concat(await writtenAnswer(answer, writing, OPTIONS, place)).toString();
    } catch (error) {
      if (error instanceof ChartroomError) return error.message;
      throw error;
    }
  }

  #source({ table = 'sales', sql, columns, metrics = {}, rules = [], changed_on = '1' }: Asked): Source {
    const dataset: DatasetSource = {
      id: 1,
      database_id: 1,
      table_name: table,
      catalog: null,
      schema: null,
      sql: sql ?? null,
      main_dttm_col: null,
      always_filter_main_dttm: false,
      offset: 0,
      fetch_values_predicate: null,
      template_params: null,
      cache_timeout: null,
      columns: Object.entries(columns).map(([column_name, type]) => ({
        ...NO_COLUMN,
        column_name,
        type,
        is_dttm: type === 'DATE' || type === 'TIMESTAMP',
      })),
      metrics: Object.entries(metrics).map(([metric_name, expression]) => ({
        ...NO_METRIC,
        metric_name,
        expression,
      })),
      changed_on,
    };
    const database = this.#database;
    const who = { id: 1, username: 'one', email: 'one@example.org', roles: [] };
    const now = new Date();
    return {
      dataset,
      database,
      rules,
      now,
      templates: {
        database,
        ports: PORTS,
        who,
        now,
        usual: { schema: null, catalog: null },
        bounds: DEFAULT_BOUNDS,
        dataset,
        rules: [],
        urlParams: {},
      },
    };
  }
}
