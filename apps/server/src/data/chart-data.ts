import { join } from 'node:path';
import {
  ChartroomError,
  isJsonObject,
  type PostProcessing,
  type QueryContext,
  type QueryObject,
  type ResultType,
  requireBoundedQuestion,
} from '@chartroom/model';
import { annotationData } from './annotation-data.ts';
import { jsonAnswer, wholeBody } from './answer-body.ts';
import type { KeptAnswer } from './answer-cache.ts';
import {
  answerQuestion,
  answerWriting,
  knownColumns,
  statementText,
  type WorkPlace,
  writtenAnswer,
} from './answer-question.ts';
import { ARROW } from './arrow-answer.ts';
import { askerOf } from './asker.ts';
import { fileAnswer, givenNames, type WrittenRows } from './file-answer.ts';
import type { WorkerRoom } from './heavy/worker-room.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { isPlain, type OpenRows, openRows } from './open-rows.ts';
import type { DataConfig, DataPorts, EncodedAnswer, Principal } from './ports.ts';
import { QuestionError, type Source } from './prepare-question.ts';
import { digest, type PreparedQuestion, type PreparedQuestions } from './prepared-questions.ts';
import { grainFacts } from './time-grains.ts';

/** What answering a chart's questions works with. */
export interface ChartDataParts {
  config: DataConfig;
  answers: Pick<KeptAnswers, 'of'>;
  prepared: PreparedQuestions;
  /** Where heavy answers are made. */
  room: WorkerRoom;
  /** The dataset of a context, opened for somebody; rejects with 403 or 404. */
  source(context: QueryContext, who: Principal): Promise<Source>;
  records: Pick<DataPorts, 'chart' | 'annotations'>;
  now(): Date;
  /** An error that nobody expects, for the log. */
  report(error: unknown): void;
}

/**
 * Answers `POST /api/v1/chart/data` (contract/query.md §1), or its rows as an Arrow stream. Errors of a question itself
 * come back as an answer with their status; refusals are thrown.
 */
export async function chartData(
  parts: ChartDataParts,
  context: QueryContext,
  who: Principal,
  signal: AbortSignal,
  asArrow = false,
): Promise<EncodedAnswer> {
  requireBoundedQuestion(context, parts.config.bounds);
  const source = await parts.source(context, who);
  try {
    const asking = { context, source, who, signal };
    if (asArrow) return await arrowAnswer(parts, asking);
    if (context.result_format === 'csv' || context.result_format === 'xlsx')
      return await filesAnswer(parts, asking);
    const totals = await shareTotals(parts, asking);
    const results = await Promise.all(
      context.queries.map((query) => resultOf(parts, { ...asking, query, totals })),
    );
    const pieces: Buffer[] = [Buffer.from('{"result":[')];
    for (const [index, result] of results.entries()) {
      if (index > 0) pieces.push(Buffer.from(','));
      pieces.push(...result);
    }
    pieces.push(Buffer.from(']}'));
    return jsonAnswer(pieces);
  } catch (error) {
    if (error instanceof QuestionError) return errorAnswer(who.guest ? withoutDetails(error) : error);
    throw error;
  }
}

/** What a guest is told of a failure: nothing of tables, columns and engines. */
function withoutDetails({ status }: QuestionError): QuestionError {
  return new QuestionError(
    new ChartroomError('The data of this chart could not be loaded.', {
      status,
      error_type: 'GENERIC_DB_ENGINE_ERROR',
      level: 'error',
    }),
  );
}

/** The answer that says what is wrong with a question. */
export function errorAnswer(error: QuestionError): EncodedAnswer {
  return jsonAnswer(json({ message: error.message, errors: error.errors }), error.status);
}

interface Asking {
  context: QueryContext;
  source: Source;
  who: Principal;
  signal: AbortSignal;
}
interface Asked extends Asking {
  query: QueryObject;
  totals: Record<string, number> | undefined;
}

async function resultOf(parts: ChartDataParts, asked: Asked): Promise<readonly Buffer[]> {
  const { query, context, source } = asked;
  const type = query.result_type ?? context.result_type ?? 'full';
  if (type === 'columns') return json({ data: columnFacts(source) });
  if (type === 'timegrains') return json({ data: grainFacts(source.database.engine.dialect) });
  const prepared = await parts.prepared.of(query, type, source, context);
  const { question } = prepared;
  if (type === 'query' && asked.who.guest)
    throw new ChartroomError('Guests are not shown queries.', {
      status: 403,
      error_type: 'DASHBOARD_SECURITY_ACCESS_ERROR',
      level: 'error',
    });
  if (type === 'query') return json({ language: 'sql', query: statementText([question.compiled.sql]) });
  const { kept, key, timeout, hit } = await keptAnswer(parts, asked, prepared, type);
  if (type === 'results') return kept.pieces;
  const [first = Buffer.alloc(0), ...others] = kept.pieces;
  const head = {
    cache_key: key,
    cached_dttm: hit ? kept.madeAt : null,
    cache_timeout: timeout,
    is_cached: hit ? true : null,
  };
  const notes = await annotationData(question.query.annotation_layers, parts.records, (other) =>
    rowsOf(parts, other, asked),
  );
  return [
    Buffer.from(`${JSON.stringify(head).slice(0, -1)},"annotation_data":`),
    notes,
    Buffer.from(','),
    first.subarray(1),
    ...others,
  ];
}

/** Text of the rows that the first query of another chart gives the same person. */
async function rowsOf(
  parts: ChartDataParts,
  context: QueryContext,
  { who, signal, context: outer }: Asked,
): Promise<Buffer> {
  const answer = await chartData(parts, { ...context, force: outer.force }, who, signal);
  const body = await wholeBody(answer);
  const start = body.indexOf(ROWS_BEGIN);
  if (answer.status !== 200 || start < 0)
    throw new ChartroomError(messageIn(body), {
      status: 400,
      error_type: 'GENERIC_COMMAND_ERROR',
      shape: 'message',
    });
  return body.subarray(start + ROWS_BEGIN.length, body.length - '}]}'.length);
}

/** Rows are the last member; the quotes of names before them are escaped. */
const ROWS_BEGIN = ',"data":';

function messageIn(body: Buffer): string {
  const value: unknown = JSON.parse(body.toString());
  return isJsonObject(value) && typeof value.message === 'string'
    ? value.message
    : 'Error: The question of an annotation could not be answered.';
}

async function keptAnswer(
  parts: ChartDataParts,
  asked: Asked,
  prepared: PreparedQuestion,
  type: ResultType,
): Promise<{ kept: KeptAnswer; key: string; timeout: number; hit: boolean }> {
  const { context, totals } = asked;
  const { question } = prepared;
  const timeout = await cacheTimeout(parts, context, question.source);
  const key = totals ? digest([prepared.key, totals]) : prepared.key;
  const found = await parts.answers.of({
    name: { key, tags: prepared.tags },
    force: context.force === true,
    timeout,
    signal: asked.signal,
    make: async (signal) => {
      const options = askOptions(parts.config, signal, totals);
      const answer = await answerQuestion(question, options);
      const writing =
        type === 'results'
          ? ({ form: 'rows', known: knownColumns(question.source) } as const)
          : answerWriting(question, answer.statements);
      return writtenAnswer(answer, writing, options, workPlace(parts, asked), shownAs(type, context));
    },
  });
  return { ...found, key, timeout };
}

/**
 * A share of the whole needs the whole: the query that asks for it runs first, and without a limit (contract/query.md §1.9). Its sums are
 * kept like an answer.
 */
async function shareTotals(
  parts: ChartDataParts,
  { context, source, who, signal }: Asking,
): Promise<Record<string, number> | undefined> {
  const shares = context.queries.some((query) =>
    query.post_processing?.some((step) => step?.operation === 'contribution'),
  );
  const whole = shares ? context.queries.find(isWhole) : undefined;
  if (!whole) return undefined;
  const { question, key, tags } = await parts.prepared.of(
    { ...whole, row_limit: null },
    'full',
    source,
    context,
  );
  const { kept } = await parts.answers.of({
    name: { key: digest(['sums', key]), tags },
    force: context.force === true,
    timeout: await cacheTimeout(parts, context, question.source),
    signal,
    make: async (ending) => {
      const options = askOptions(parts.config, ending, undefined);
      const answer = await answerQuestion(question, options);
      return writtenAnswer(answer, { form: 'sums' }, options, workPlace(parts, { who }));
    },
  });
  const sums: Record<string, number> = JSON.parse(Buffer.concat(kept.pieces).toString());
  return sums;
}

function isWhole(query: QueryObject): boolean {
  return (
    (query.metrics?.length ?? 0) > 0 &&
    !query.columns?.length &&
    !query.groupby?.length &&
    !query.post_processing?.some((step): step is PostProcessing => step !== null)
  );
}

async function filesAnswer(parts: ChartDataParts, asking: Asking): Promise<EncodedAnswer> {
  const { context, source, signal } = asking;
  const { config } = parts;
  const format = context.result_format === 'xlsx' ? 'xlsx' : 'csv';
  const totals = await shareTotals(parts, asking);
  const names = givenNames(source);
  const queries = context.queries.map((query) => async (): Promise<OpenRows | WrittenRows> => {
    const type = query.result_type ?? context.result_type ?? 'full';
    const { question } = await parts.prepared.of(query, type, source, context);
    const options = askOptions(config, signal, totals);
    if (type !== 'post_processed' && isPlain(question)) return openRows(question, options);
    const answer = await answerQuestion(question, options);
    const writing =
      format === 'csv'
        ? ({ form: 'csv', names, signs: config.csv } as const)
        : ({ form: 'sheet', names } as const);
    const chart = shownAs(type, context);
    return { pieces: await writtenAnswer(answer, writing, options, workPlace(parts, asking), chart) };
  });
  const folder = join(config.home, 'outgoing');
  return fileAnswer(queries, {
    format,
    names,
    now: source.now,
    folder,
    signal,
    csv: config.csv,
    room: parts.room,
  });
}

/** The rows of one question as an Arrow IPC stream; they are kept like any other answer. */
async function arrowAnswer(parts: ChartDataParts, asking: Asking): Promise<EncodedAnswer> {
  const { context, source, signal } = asking;
  const [query, ...others] = context.queries;
  if (!query || others.length > 0)
    throw noArrow(
      `An Arrow stream holds the rows of one query; there are ${context.queries.length}. Ask for them one by one.`,
    );
  const type = query.result_type ?? context.result_type ?? 'full';
  if (type === 'columns' || type === 'timegrains' || type === 'query')
    throw noArrow(`An Arrow stream holds rows; "${type}" has none.`);
  const totals = await shareTotals(parts, asking);
  const { question, key, tags } = await parts.prepared.of(query, type, source, context);
  const { kept } = await parts.answers.of({
    name: { key: digest(['arrow', key, totals]), tags },
    force: context.force === true,
    timeout: await cacheTimeout(parts, context, question.source),
    signal,
    make: async (ending) => {
      const options = askOptions(parts.config, ending, totals);
      const answer = await answerQuestion(question, options);
      const chart = shownAs(type, context);
      return writtenAnswer(answer, { form: 'arrow' }, options, workPlace(parts, asking), chart);
    },
  });
  const { headers, ...answer } = jsonAnswer(kept.pieces);
  return { ...answer, contentType: ARROW, headers: { ...headers, vary: 'accept' } };
}

/** Who takes a turn when an answer is heavy. */
function workPlace({ room }: ChartDataParts, { who }: Pick<Asking, 'who'>): WorkPlace {
  return { room, asker: askerOf(who) };
}

/** The chart as whose rows they are shown where that is asked for. */
function shownAs(type: ResultType, context: QueryContext): QueryContext | undefined {
  return type === 'post_processed' ? context : undefined;
}

function noArrow(message: string): ChartroomError {
  return new ChartroomError(message, {
    status: 400,
    error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
    shape: 'message',
  });
}

function columnFacts({
  dataset,
}: Source): { column_name: string; verbose_name: string | null; dtype: number }[] {
  return dataset.columns.map(({ column_name, verbose_name, is_dttm, type_generic }) => ({
    column_name,
    verbose_name: verbose_name ?? null,
    dtype: is_dttm ? 2 : type_generic === 0 ? 0 : 1,
  }));
}

function askOptions(config: DataConfig, signal: AbortSignal, totals: Record<string, number> | undefined) {
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
  const wanted =
    context.custom_cache_timeout ??
    chart?.cache_timeout ??
    dataset.cache_timeout ??
    database.source.cache_timeout ??
    0;
  return wanted === 0 ? config.cache_default_timeout : wanted;
}

function json(value: object): Buffer[] {
  return [Buffer.from(JSON.stringify(value))];
}
