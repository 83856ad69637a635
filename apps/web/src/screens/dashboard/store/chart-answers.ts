import type { ChartType } from '@chartroom/charts';
import type { ChartDataResult, ChartFormData, DashboardLine, ErrorBody, JobEvent } from '@chartroom/model';
import { errorsIn, errorsOf } from '../../../api/client.ts';
import { type DashboardQuestion, streamDashboard } from '../../../api/dashboards.ts';
import { jobAnswer } from '../../../api/job-answer.ts';
import { isJob } from '../../../api/job-events.ts';

/** What a chart of a dashboard shows. */
export interface TileState {
  status: 'waiting' | 'loading' | 'success' | 'failed' | 'stopped';
  type: ChartType | null | undefined;
  /** Form data of the last question: the chart's own with the dashboard's filters. */
  form: ChartFormData;
  /** Form data that the results answer: until those of the last question are there, the picture stays as it is. */
  answeredForm: ChartFormData;
  results: ChartDataResult[];
  errors: ErrorBody[];
  /** Milliseconds since the epoch at which the answer arrived. */
  fetchedAt: number;
  /** Whether kept answers were not wanted. */
  isForced?: boolean;
  /** How long the last answer took; undefined until there is one. */
  timing?: ChartTiming | undefined;
}

const EMPTY_TILE: TileState = {
  status: 'waiting',
  type: undefined,
  form: { datasource: '', viz_type: '' },
  answeredForm: { datasource: '', viz_type: '' },
  results: [],
  errors: [],
  fetchedAt: 0,
};

/** What a chart shows after a part of it has changed. */
export function changedTile(before: TileState | undefined, part: Partial<TileState>): TileState {
  const tile = { ...EMPTY_TILE, ...before, ...part };
  return part.status === 'success' ? { ...tile, answeredForm: tile.form } : tile;
}

/** Milliseconds that an answer took. */
export interface ChartTiming {
  /** When it arrived, by `performance.now()`. */
  arrivedAt: number;
  /** From the question to the answer. */
  whole: number;
  /** Within that, in the server; undefined where that is not told, as of work in the background. */
  server: number | undefined;
  /** Within that, in databases. */
  query: number | undefined;
  /** Whether cubes told its rows in the place of databases. */
  isCube?: boolean;
  /** Until its picture stood there, once that is so. */
  drawing: number | undefined;
}

/** Is told what becomes of a chart. */
export type Patch = (chart: number, part: Partial<TileState>) => void;

/** The answers that the charts of one dashboard wait for; an older one than the last that was asked for is not taken. */
export class ChartAnswers {
  readonly #patch: Patch;
  /** Which stream, or which job, a chart's answer is awaited from. */
  readonly #awaited = new Map<number, AbortController>();
  /** When each was asked, in milliseconds of `performance.now()`. */
  readonly #asked = new Map<number, number>();

  constructor(patch: Patch) {
    this.#patch = patch;
  }

  /** Asks over one connection; ends when every chart has its answer, its job or its error. */
  async ask(dashboardId: number, questions: DashboardQuestion[]): Promise<void> {
    const stream = new AbortController();
    for (const { id } of questions) {
      this.release(id);
      this.#awaited.set(id, stream);
      this.#asked.set(id, performance.now());
    }
    try {
      await streamDashboard(dashboardId, questions, stream.signal, (line) => this.#take(line, stream));
      this.#fail(stream, new Error('The server ended the answer before this chart was ready.'));
    } catch (error) {
      if (!stream.signal.aborted) this.#fail(stream, error);
    }
  }

  /** Gives up waiting for a chart; a stream that nobody waits for any more is ended, and with it its queries. */
  release(chart: number): void {
    const stream = this.#awaited.get(chart);
    this.#awaited.delete(chart);
    if (stream && ![...this.#awaited.values()].includes(stream)) stream.abort();
  }

  releaseAll(): void {
    for (const chart of [...this.#awaited.keys()]) this.release(chart);
  }

  #take(line: DashboardLine, stream: AbortController): void {
    if (this.#awaited.get(line.id) !== stream) return;
    if (isJob(line.body)) return void this.#awaitJob(line.id, line.body);
    this.#awaited.delete(line.id);
    if (line.status === 200) this.#succeed(line.id, line.body, line.took);
    else this.#patch(line.id, { status: 'failed', results: [], errors: errorsIn(line.body, line.status) });
  }

  /** Waits for the answer of a chart that was left to a job; letting it go ends that job alone. */
  async #awaitJob(chart: number, job: JobEvent): Promise<void> {
    const own = new AbortController();
    this.#awaited.set(chart, own);
    try {
      const answer = await jobAnswer(job, own.signal);
      if (this.#awaited.get(chart) !== own) return;
      this.#awaited.delete(chart);
      this.#succeed(chart, answer);
    } catch (error) {
      this.#fail(own, error);
    }
  }

  #succeed(chart: number, body: unknown, took?: DashboardLine['took']): void {
    const arrivedAt = performance.now();
    const whole = arrivedAt - (this.#asked.get(chart) ?? arrivedAt);
    const timing = {
      arrivedAt,
      whole,
      server: took?.server,
      query: took?.query,
      isCube: took?.cube === true,
      drawing: undefined,
    };
    const results = resultsIn(body);
    this.#patch(chart, { status: 'success', results, errors: [], fetchedAt: Date.now(), timing });
  }

  #fail(stream: AbortController, error: unknown): void {
    for (const [chart, owner] of [...this.#awaited]) {
      if (owner !== stream) continue;
      this.#awaited.delete(chart);
      this.#patch(chart, { status: 'failed', results: [], errors: errorsOf(error) });
    }
  }
}

function resultsIn(body: unknown): ChartDataResult[] {
  return typeof body === 'object' && body !== null && 'result' in body && Array.isArray(body.result)
    ? body.result
    : [];
}
