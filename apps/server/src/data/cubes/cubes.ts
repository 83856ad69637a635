import { randomBytes } from 'node:crypto';
import type { Session } from '@chartroom/engines';
import { ChartroomError } from '@chartroom/model';
import {
  askCube,
  type CubeAsking,
  type CubeParts,
  type CubeQuestion,
  type CubeTable,
  cubeColumns,
  cubeQuestion,
  type Frame,
  partialSql,
  partsOf,
} from '@chartroom/query';
import { LRUCache } from 'lru-cache';
import { compileInput, type Question, type Source } from '../chart-data/prepare-question.ts';
import { digest } from '../chart-data/prepared-questions.ts';
import type { CubeBounds } from '../data-config.ts';
import { inDatabase } from '../query-clock.ts';
import { withAverages } from './cube-average.ts';
import { isRefusal, readCube } from './cube-rows.ts';
import { CubeStore } from './cube-store.ts';
import { NoCube } from './no-cube.ts';
import { isTie, orderedRows } from './row-order.ts';

export interface CubesOptions {
  bounds: CubeBounds;
  /** Opens an engine in memory of its own. */
  open(): Session;
  now(): Date;
  /** Milliseconds until the making of a cube is given up. */
  timeoutMs: number;
  report(error: unknown): void;
}

/** How fresh an answer has to be. */
export interface Freshness {
  /** What the tags of the answer stand at; undefined where nothing can be kept at the moment. */
  stamp: string | undefined;
  /** Seconds for which an answer may be kept. */
  timeout: number;
  force: boolean;
}

/** A question that cubes may answer. */
export interface CubeDesk {
  /** Its rows as the direct statement gives them, in their order; undefined where no cube tells them for certain. */
  answer(options: { signal: AbortSignal; timeoutMs: number }): Promise<Frame | undefined>;
  /** Notes that it was asked directly, and how many milliseconds that took. A cube for what follows may be begun. */
  asked(took: number): void;
}

interface Cube extends CubeTable {
  name: string;
  /** What it sums up. */
  of: string;
  parts: CubeParts;
  bytes: number;
  stamp: string;
  /** Epoch milliseconds. */
  until: number;
  /** Ends it then. */
  timer: NodeJS.Timeout;
}

/** Questions that slices alone tell apart. */
interface Shape {
  /** The slices of the first one. */
  first: string;
  stamp: string;
  until: number;
  isRefused: boolean;
}

interface Asked {
  question: Question;
  plan: CubeQuestion;
  of: string;
  stamp: string;
  timeout: number;
}

/** Shapes and datasets that are remembered, cubes that there are and that wait to be made, and columns of filters that a cube has. */
const MOST = { shapes: 500, datasets: 100, cubes: 200, waiting: 50, columns: 6 };
/** Part of the bytes that one cube may take. */
const LARGEST_SHARE = 1 / 4;
/** Milliseconds without a cube, or without a question to one, after which the engine ends and gives its memory back. */
const REST_MS = { empty: 60_000, unasked: 180_000 };
/** The longest that a timer waits. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Small tables of sums that answer what filters by value ask of a dashboard. One is made in the background, one at a time,
 * when a question comes back with other values of its filters; nothing ever waits for one, and whatever is not certain to be
 * what the database would say is asked there.
 */
export class Cubes {
  readonly #options: CubesOptions;
  readonly #store: CubeStore;
  readonly #cubes: LRUCache<string, Cube>;
  readonly #shapes = new LRUCache<string, Shape>({ max: MOST.shapes });
  /** Columns by which rows of a dataset were filtered. */
  readonly #slicedBy = new LRUCache<string, Set<string>>({ max: MOST.datasets });
  readonly #ending = new AbortController();
  /** Cubes that are to be made, and the making of one after the other. */
  readonly #waiting = new Map<string, () => Promise<void>>();
  #making: Promise<void> | undefined;
  #resting: NodeJS.Timeout | undefined;
  /** How often everything was forgotten. */
  #times = 0;
  /** Pieces of work under way that change rows. */
  #writing = 0;

  constructor(options: CubesOptions) {
    this.#options = options;
    this.#store = new CubeStore(options.open);
    const most = Math.max(1, options.bounds.bytes);
    this.#cubes = new LRUCache({
      max: MOST.cubes,
      maxSize: most,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
      dispose: ({ name, timer }) => {
        clearTimeout(timer);
        this.#dropped(name);
      },
    });
  }

  /** Cubes that there are, and their bytes. @internal tests look at it */
  get held(): { cubes: number; bytes: number } {
    return { cubes: this.#cubes.size, bytes: this.#cubes.calculatedSize };
  }

  /** Resolves when no cube is being made. @internal tests wait for it */
  async settled(): Promise<void> {
    await this.#making;
  }

  /** Undefined for a question that no cube can answer. */
  desk(question: Question, { stamp, timeout, force }: Freshness): CubeDesk | undefined {
    const { bounds } = this.#options;
    const isOff = bounds.bytes === 0 || this.#writing > 0 || this.#ending.signal.aborted;
    if (isOff || stamp === undefined || timeout <= 0) return undefined;
    const plan = this.#planOf(question);
    if (!plan) return undefined;
    const asked: Asked = { question, plan, of: sourceName(question.source, plan), stamp, timeout };
    if (force) this.#forget(asked.of);
    return {
      answer: (options) => (force ? Promise.resolve(undefined) : this.#answer(asked, options)),
      asked: (took) => {
        if (took >= bounds.fromMs) this.#noted(asked);
      },
    };
  }

  /** Does work that changes rows of an embedded database: no cube answers before it has ended, and none is left then. */
  async writing<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#writing += 1;
    try {
      return await work();
    } finally {
      this.#writing -= 1;
      this.#forgetAll();
    }
  }

  #forgetAll(): void {
    this.#times += 1;
    this.#cubes.clear();
    this.#shapes.clear();
  }

  /** A fault in what is only there to be quicker must not cost the answer. */
  #planOf(question: Question): CubeQuestion | undefined {
    try {
      return planOf(question);
    } catch (error) {
      this.#options.report(error);
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.#ending.abort(new DOMException('The server ends.', 'AbortError'));
    clearTimeout(this.#resting);
    this.#forgetAll();
    await this.#making;
    await this.#store.end();
  }

  #forget(of: string): void {
    for (const cube of [...this.#cubes.values()]) if (cube.of === of) this.#cubes.delete(cube.name);
  }

  async #answer(
    { question, plan, of, stamp }: Asked,
    options: { signal: AbortSignal; timeoutMs: number },
  ): Promise<Frame | undefined> {
    const found = this.#find(plan, of, stamp, question.source);
    if (!found) return undefined;
    this.#rest();
    const { cube, asking } = found;
    const { compiled, query } = question;
    try {
      const { edge } = asking;
      if (edge !== undefined && isTie(await inDatabase(() => this.#store.ask(edge, [], options))))
        return undefined;
      const names = compiled.columns.map(({ label }) => label);
      const frame = await inDatabase(() => this.#store.ask(asking.sql, names, options));
      const way = await this.#store.averageWay();
      const whole =
        way || asking.averages.length === 0
          ? withAverages(frame, asking.averages, way ?? 'plain')
          : undefined;
      const { post_processing: steps } = query;
      return (
        whole &&
        orderedRows(
          { frame: whole, plain: frame, asking, limit: plan.limit },
          { steps, columns: compiled.columns },
        )
      );
    } catch (error) {
      if (options.signal.aborted) throw error;
      if (isQuestions(error)) return undefined;
      // Of one that has gone in the meantime nothing needs to be told.
      if (this.#cubes.delete(cube.name)) this.#options.report(error);
      return undefined;
    }
  }

  /** The smallest cube that has all that a question needs. */
  #find(
    plan: CubeQuestion,
    of: string,
    stamp: string,
    { database }: Source,
  ): { cube: Cube; asking: CubeAsking } | undefined {
    const now = this.#options.now().getTime();
    const fitting: { cube: Cube; asking: CubeAsking }[] = [];
    for (const cube of [...this.#cubes.values()]) {
      if (cube.of !== of) continue;
      if (cube.until <= now || cube.stamp !== stamp) {
        this.#cubes.delete(cube.name);
        continue;
      }
      const asking = askCube(plan, cube, database.engine.dialect);
      if (asking) fitting.push({ cube, asking });
    }
    const [smallest] = fitting.sort((a, b) => a.cube.bytes - b.cube.bytes);
    if (smallest) this.#cubes.get(smallest.cube.name);
    return smallest;
  }

  #noted(asked: Asked): void {
    const { plan, of, stamp, timeout, question } = asked;
    const sliced = this.#noteSlices(question.source, plan);
    const { keys, partials } = partsOf({ ...plan, slices: [] });
    const name = digest([of, keys.toSorted(), partials.map(partialSql).toSorted()]);
    const slices = digest(plan.slices.map(({ key, condition }) => condition(key)));
    const now = this.#options.now().getTime();
    const known = this.#shapes.get(name);
    if (!known || known.stamp !== stamp || known.until <= now) {
      this.#shapes.set(name, { first: slices, stamp, until: now + timeout * 1_000, isRefused: false });
      return;
    }
    if (known.first === slices || known.isRefused || this.#waiting.size >= MOST.waiting) return;
    this.#waiting.set(name, () => this.#make(asked, sliced, known));
    this.#making ??= this.#makeAll();
  }

  /** Makes what waits, one after the other. */
  async #makeAll(): Promise<void> {
    for (const [name, make] of this.#waiting) {
      await make();
      this.#waiting.delete(name);
    }
    this.#making = undefined;
    this.#rest();
  }

  /** Notes by which columns rows of a dataset are filtered; answers with those of late. */
  #noteSlices({ database, dataset }: Source, { slices }: CubeQuestion): ReadonlySet<string> {
    const name = `${database.source.id} ${dataset.id}`;
    const columns = this.#slicedBy.get(name) ?? new Set();
    for (const { key } of slices) {
      columns.delete(key);
      columns.add(key);
    }
    for (const key of columns) if (columns.size > MOST.columns) columns.delete(key);
    this.#slicedBy.set(name, columns);
    return columns;
  }

  /** Makes a cube unless one has come that does. Never rejects. */
  async #make(asked: Asked, sliced: ReadonlySet<string>, shape: Shape): Promise<void> {
    const { plan, of, stamp, question } = asked;
    const isOff = this.#writing > 0 || this.#ending.signal.aborted;
    if (isOff || this.#find(plan, of, stamp, question.source)) return;
    const needed = partsOf(asked.plan);
    const wide = { ...needed, keys: [...new Set([...needed.keys, ...sliced])] };
    const tries = wide.keys.length > needed.keys.length ? [wide, needed] : [needed];
    for (const parts of tries) {
      try {
        await this.#made(asked, parts);
        return;
      } catch (error) {
        if (this.#ending.signal.aborted) return;
        // The question that was asked could be answered; those of other rows cannot.
        if (isRefusal(error) || isQuestions(error)) continue;
        this.#options.report(error);
        break;
      }
    }
    shape.isRefused = true;
  }

  async #made({ question, plan, of, stamp, timeout }: Asked, parts: CubeParts): Promise<void> {
    const { bounds, timeoutMs, now } = this.#options;
    const own = new AbortController();
    const signal = AbortSignal.any([this.#ending.signal, own.signal]);
    const { source } = question;
    const times = this.#times;
    const begun = now().getTime();
    const most = Math.max(1, Math.floor(bounds.bytes * LARGEST_SHARE));
    const name = `cube_${randomBytes(8).toString('hex')}`;
    const { bytes, types } = await source.database
      .behindOthers(signal, async () => {
        const reading = { signal, timeoutMs, rows: bounds.rows, bytes: most };
        const travelling = await readCube({ source, of: plan.source, parts, version: times }, reading);
        const kept = await this.#store.keep(name, travelling.rows, { signal, timeoutMs });
        return { bytes: kept, types: travelling.types };
      })
      .catch((error: unknown) => {
        // Rows that nobody has begun to read would wait for a reader.
        own.abort(error);
        throw error;
      });
    const columns = cubeColumns(parts);
    if (bytes > most || times !== this.#times) {
      await this.#store.drop(name);
      throw new NoCube('too many bytes, or rows that have changed');
    }
    const until = begun + timeout * 1_000;
    const timer = setTimeout(() => this.#cubes.delete(name), Math.min(timeout * 1_000, LONGEST_MS)).unref();
    const cube: Cube = { name, of, parts, bytes, stamp, until, columns, types, timer, table: `"${name}"` };
    for (const other of [...this.#cubes.values()])
      if (other.of === of && isWithin(other.parts, parts)) this.#cubes.delete(other.name);
    this.#cubes.set(name, cube);
  }

  #dropped(name: string): void {
    if (this.#ending.signal.aborted) return;
    this.#store
      .drop(name)
      .then(() => this.#rest())
      .catch(this.#options.report);
  }

  /** Ends the engine when it has held nothing, or nothing that anybody asked, for a while from now. */
  #rest(): void {
    clearTimeout(this.#resting);
    const end = () => {
      if (this.#making || this.#ending.signal.aborted) return;
      // First the engine: what is in it goes with it, and need not be dropped.
      this.#store.end().catch(this.#options.report);
      this.#cubes.clear();
    };
    this.#resting = setTimeout(end, this.#cubes.size === 0 ? REST_MS.empty : REST_MS.unasked).unref();
  }
}

/** Whether an error is that of a question, which the database tells in its own words, and not of a cube. */
function isQuestions(error: unknown): boolean {
  return (
    error instanceof ChartroomError && error.status < 500 && error.error_type !== 'TABLE_DOES_NOT_EXIST_ERROR'
  );
}

function planOf(question: Question): CubeQuestion | undefined {
  const { source, compiled } = question;
  if (source.database.engine.id !== 'duckdb') return undefined;
  // What a template made of filters was made for these filters.
  if (source.trace && (source.trace.applied.size > 0 || source.trace.removed.size > 0)) return undefined;
  return cubeQuestion({ ...compileInput(compiled.query, source), query: compiled.query });
}

/** A name that two sources share only when they hold the same rows for whoever asks. */
function sourceName({ database, dataset }: Source, { source }: CubeQuestion): string {
  const place = [dataset.catalog, dataset.schema];
  const versions = [database.source.id, database.source.changed_on, dataset.id, dataset.changed_on];
  return digest([versions, place, source]);
}

function isWithin(a: CubeParts, b: CubeParts): boolean {
  const keys = new Set(b.keys);
  const partials = new Set(b.partials.map(partialSql));
  return a.keys.every((key) => keys.has(key)) && a.partials.every((each) => partials.has(partialSql(each)));
}
