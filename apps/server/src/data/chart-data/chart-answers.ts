import {
  type PostProcessing,
  type QueryContext,
  type QueryObject,
  type ResultType,
  requireBoundedQuestion,
} from '@chartroom/model';
import { askerOf } from '../asker.ts';
import type { CachedAnswers, CacheState, Wanted } from '../cache/cached-answers.ts';
import type { Cubes } from '../cubes/cubes.ts';
import type { DataConfig } from '../data-config.ts';
import type { Writing } from '../heavy/shaping.ts';
import type { WorkerRoom } from '../heavy/worker-room.ts';
import type { DataPorts, Principal } from '../ports.ts';
import {
  type Answer,
  answerQuestion,
  answerWriting,
  knownColumns,
  type WorkPlace,
  writtenAnswer,
} from './answer-question.ts';
import type { Source } from './prepare-question.ts';
import { digest, type PreparedQuestion, type PreparedQuestions } from './prepared-questions.ts';

/** What answering a chart's questions works with. */
export interface ChartDataParts {
  config: DataConfig;
  answers: Pick<CachedAnswers, 'of'>;
  prepared: PreparedQuestions;
  /** What may answer in the place of a database. */
  cubes: Pick<Cubes, 'desk'>;
  /** Where heavy answers are made. */
  room: WorkerRoom;
  /** The dataset of a context, opened for somebody; rejects with 403 or 404. */
  source(context: QueryContext, who: Principal): Promise<Source>;
  records: Pick<DataPorts, 'chart' | 'annotations'>;
  now(): Date;
  /** An error that nobody expects, for the log. */
  report(error: unknown): void;
}

/** The questions of a chart, and who asks them of which dataset. */
export interface Asking {
  context: QueryContext;
  source: Source;
  who: Principal;
  signal: AbortSignal;
}

/** Sums of columns by their names. */
export type Totals = Record<string, number>;

/** Opens the dataset of a chart's questions. Rejects with 400 for what is beyond a bound, and as `source` does. */
export async function openAsking(
  parts: ChartDataParts,
  context: QueryContext,
  who: Principal,
  signal: AbortSignal,
): Promise<Asking> {
  requireBoundedQuestion(context, parts.config.bounds);
  return { context, source: await parts.source(context, who), who, signal };
}

/** What a question's answer is looked for under, and what it is when it is made. */
interface Wish {
  key: string;
  totals: Totals | undefined;
  /** As what its rows are written. */
  writing(answer: Answer): Writing;
  /** The chart as whose rows they are shown. */
  shown?: QueryContext | undefined;
}

async function wanted(
  parts: ChartDataParts,
  { context, who, signal }: Asking,
  { question, tags }: PreparedQuestion,
  { key, totals, writing, shown }: Wish,
): Promise<Wanted> {
  const force = context.force === true;
  const timeout = await cacheTimeout(parts, context, question.source);
  return {
    name: { key, tags },
    force,
    timeout,
    signal,
    make: async (ending, stamp) => {
      const options = askOptions(parts.config, ending, totals);
      const desk = parts.cubes.desk(question, { stamp, timeout, force });
      const answer = await answerQuestion(question, options, desk);
      return writtenAnswer(answer, writing(answer), options, workPlace(parts, who), shown);
    },
  };
}

/** The members of a query's result that a hit and a miss share. */
export function wantedResult(
  parts: ChartDataParts,
  asking: Asking,
  prepared: PreparedQuestion,
  { type, totals }: { type: ResultType; totals: Totals | undefined },
): Promise<Wanted> {
  const { question } = prepared;
  return wanted(parts, asking, prepared, {
    key: totals ? digest([prepared.key, totals]) : prepared.key,
    totals,
    writing: ({ statements }) =>
      type === 'results'
        ? { form: 'rows', known: knownColumns(question.source) }
        : answerWriting(question, statements),
    shown: shownAs(type, asking.context),
  });
}

/** The rows alone of the first query of a chart, as a JSON array. */
export async function wantedRows(
  parts: ChartDataParts,
  asking: Asking,
  totals: Totals | undefined,
): Promise<Wanted> {
  const [query = {}] = asking.context.queries;
  const prepared = await parts.prepared.of(query, 'results', asking.source, asking.context);
  const key = digest(['rows', prepared.key, totals]);
  return wanted(parts, asking, prepared, { key, totals, writing: () => ({ form: 'data' }) });
}

/** The rows of one query as an Arrow stream. */
export async function wantedArrow(
  parts: ChartDataParts,
  asking: Asking,
  query: QueryObject,
  { type, totals }: { type: ResultType; totals: Totals | undefined },
): Promise<Wanted> {
  const prepared = await parts.prepared.of(query, type, asking.source, asking.context);
  return wanted(parts, asking, prepared, {
    key: digest(['arrow', prepared.key, totals]),
    totals,
    writing: () => ({ form: 'arrow' }),
    shown: shownAs(type, asking.context),
  });
}

/**
 * A share of the whole needs the whole: the query that asks for it runs first, and without a limit (contract/query.md §1.9).
 * Its sums are kept like an answer. Undefined where no share is asked for.
 */
export async function shareTotals(parts: ChartDataParts, asking: Asking): Promise<Totals | undefined> {
  const sums = await wantedSums(parts, asking);
  if (!sums) return undefined;
  const { kept } = await parts.answers.of(sums);
  const totals: Totals = JSON.parse(Buffer.concat(kept.pieces).toString());
  return totals;
}

async function wantedSums(parts: ChartDataParts, asking: Asking): Promise<Wanted | undefined> {
  const { queries } = asking.context;
  const shares = queries.some((query) =>
    query.post_processing?.some((step) => step?.operation === 'contribution'),
  );
  const whole = shares ? queries.find(isWhole) : undefined;
  if (!whole) return undefined;
  const query = { ...whole, row_limit: null };
  const prepared = await parts.prepared.of(query, 'full', asking.source, asking.context);
  const key = digest(['sums', prepared.key]);
  return wanted(parts, asking, prepared, { key, totals: undefined, writing: () => ({ form: 'sums' }) });
}

function isWhole(query: QueryObject): boolean {
  return (
    (query.metrics?.length ?? 0) > 0 &&
    !query.columns?.length &&
    !query.groupby?.length &&
    !query.post_processing?.some((step): step is PostProcessing => step !== null)
  );
}

/** What the cache has of some answers, those of sums before the others: their keys follow from them. Nothing else is made. */
export async function stateOfAll(
  parts: ChartDataParts,
  asking: Asking,
  stateOf: CachedAnswers['stateOf'],
  others: (totals: Totals | undefined) => Promise<CacheState[]>,
): Promise<CacheState> {
  const sums = await wantedSums(parts, asking);
  const state = sums ? await stateOf(sums) : 'cached';
  return state === 'cached' ? worst(await others(await shareTotals(parts, asking))) : state;
}

function worst(states: readonly CacheState[]): CacheState {
  const order = ['uncacheable', 'cacheable'] as const;
  return order.find((state) => states.includes(state)) ?? 'cached';
}

/** Who takes a turn when an answer is heavy. */
export function workPlace({ room }: ChartDataParts, who: Principal): WorkPlace {
  return { room, asker: askerOf(who) };
}

/** The chart as whose rows they are shown where that is asked for. */
export function shownAs(type: ResultType, context: QueryContext): QueryContext | undefined {
  return type === 'post_processed' ? context : undefined;
}

/** With what a question is asked of its engine. */
export function askOptions(config: DataConfig, signal: AbortSignal, totals: Totals | undefined) {
  return {
    signal,
    timeoutMs: config.query_timeout * 1000,
    bounds: config.bounds,
    rowLimit: config.row_limit,
    totals,
  };
}

/** Seconds an answer is kept: the first that is set of request, chart, dataset, database, configuration; 0 means the configuration's (contract/query.md §6). */
async function cacheTimeout(
  { config, records }: ChartDataParts,
  context: QueryContext,
  { dataset, database }: Source,
): Promise<number> {
  const id = Number(context.form_data?.slice_id ?? 0);
  const chart = Number.isSafeInteger(id) && id > 0 ? await records.chart(id) : undefined;
  const wished =
    context.custom_cache_timeout ??
    chart?.cache_timeout ??
    dataset.cache_timeout ??
    database.source.cache_timeout ??
    0;
  return wished === 0 ? config.cache_default_timeout : wished;
}
