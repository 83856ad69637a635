import { createHash } from 'node:crypto';
import { ChartroomError, type PostProcessing, type QueryContext, type QueryObject, type ResultType } from '@chartroom/model';
import { encodeCsv, type Frame } from '@chartroom/query';
import type { AnswerCache, KeptAnswer } from './answer-cache.ts';
import { answerFields, answerQuestion, columnSums, rowFields, statementText } from './answer-question.ts';
import type { Flights } from './flights.ts';
import type { DataConfig, EncodedAnswer, Principal } from './ports.ts';
import { prepareQuestion, QuestionError, type Question, type RowKind, type Source } from './prepare-question.ts';
import { plainName } from './label-map.ts';
import { grainFacts } from './time-grains.ts';

/** What answering a chart's questions works with. */
export interface ChartDataParts {
  config: DataConfig;
  cache: AnswerCache;
  flights: Flights<KeptAnswer>;
  /** The dataset of a context, opened for somebody; rejects with 403 or 404. */
  source(context: QueryContext, who: Principal): Promise<Source>;
  now(): Date;
  /** An error that nobody expects, for the log. */
  report(error: unknown): void;
}

/**
 * Answers `POST /api/v1/chart/data` (contract/query.md §1). Errors of a question itself come back as an
 * answer with their status; refusals are thrown.
 */
export async function chartData(parts: ChartDataParts, context: QueryContext, who: Principal, signal: AbortSignal): Promise<EncodedAnswer> {
  if (context.result_format === 'xlsx') throw refusedFormat('xlsx');
  const source = await parts.source(context, who);
  try {
    if (context.result_format === 'csv') return await csvAnswer(parts, context, source, signal);
    const totals = await shareTotals(parts, context, source, signal);
    const results = await Promise.all(context.queries.map((query) => resultOf(parts, { query, context, source, signal, totals })));
    const pieces: Buffer[] = [Buffer.from('{"result":[')];
    for (const [index, result] of results.entries()) {
      if (index > 0) pieces.push(Buffer.from(','));
      pieces.push(...result);
    }
    pieces.push(Buffer.from(']}'));
    return { status: 200, contentType: 'application/json; charset=utf-8', headers: {}, body: Buffer.concat(pieces) };
  } catch (error) {
    if (error instanceof QuestionError) return errorAnswer(error);
    throw error;
  }
}

/** The answer that says what is wrong with a question. */
export function errorAnswer(error: QuestionError): EncodedAnswer {
  const body = Buffer.from(JSON.stringify({ message: error.message, errors: error.errors }));
  return { status: error.status, contentType: 'application/json; charset=utf-8', headers: {}, body };
}

interface Asked {
  query: QueryObject;
  context: QueryContext;
  source: Source;
  signal: AbortSignal;
  totals: Record<string, number> | undefined;
}

async function resultOf(parts: ChartDataParts, asked: Asked): Promise<Buffer[]> {
  const { query, context, source } = asked;
  const type = query.result_type ?? context.result_type ?? 'full';
  if (type === 'columns') return json({ data: columnFacts(source) });
  if (type === 'timegrains') return json({ data: grainFacts(source.database.engine.dialect) });
  const question = await prepareQuestion(query, rowKind(type), source, context, parts.config);
  if (type === 'query') return json({ language: 'sql', query: statementText([question.compiled.sql]) });
  const { kept, key, timeout, hit } = await keptAnswer(parts, asked, question, type);
  const head = { cache_key: key, cached_dttm: hit ? kept.madeAt : null, cache_timeout: timeout, is_cached: hit ? true : null };
  if (type === 'results') return [kept.bytes];
  return [Buffer.from(`${JSON.stringify(head).slice(0, -1)},`), kept.bytes.subarray(1)];
}

async function keptAnswer(parts: ChartDataParts, asked: Asked, question: Question, type: ResultType): Promise<{ kept: KeptAnswer; key: string; timeout: number; hit: boolean }> {
  const { context, signal, totals } = asked;
  const timeout = cacheTimeout(parts.config, context, question.source);
  const key = cacheKey(question, type, totals);
  const now = parts.now().getTime();
  const kept = context.force || timeout < 0 ? undefined : parts.cache.get(key, now);
  if (kept) return { kept, key, timeout, hit: true };
  const made = await parts.flights.join(key, signal, async (flightSignal) => {
    const answer = await answerQuestion(question, askOptions(parts.config, flightSignal, totals));
    const bytes = Buffer.from(`{${type === 'results' ? rowFields(question, answer) : answerFields(question, answer)}}`);
    const fresh: KeptAnswer = { bytes, madeAt: isoSeconds(parts.now()), until: parts.now().getTime() + timeout * 1000 };
    if (timeout >= 0) parts.cache.set(key, fresh);
    return fresh;
  });
  return { kept: made, key, timeout, hit: false };
}

/** A share of the whole needs the whole: the query that asks for it runs first, and without a limit (§1.9). */
async function shareTotals(parts: ChartDataParts, context: QueryContext, source: Source, signal: AbortSignal): Promise<Record<string, number> | undefined> {
  const shares = context.queries.some((query) => query.post_processing?.some((step) => step?.operation === 'contribution'));
  const whole = shares ? context.queries.find(isWhole) : undefined;
  if (!whole) return undefined;
  const question = await prepareQuestion({ ...whole, row_limit: null }, 'full', source, context, parts.config);
  const { frame } = await answerQuestion(question, askOptions(parts.config, signal, undefined));
  return columnSums(frame);
}

function isWhole(query: QueryObject): boolean {
  return (query.metrics?.length ?? 0) > 0 && !query.columns?.length && !query.groupby?.length && !query.post_processing?.some((step): step is PostProcessing => step !== null);
}

async function csvAnswer(parts: ChartDataParts, context: QueryContext, source: Source, signal: AbortSignal): Promise<EncodedAnswer> {
  const totals = await shareTotals(parts, context, source, signal);
  const files = await Promise.all(
    context.queries.map(async (query) => {
      const type = query.result_type ?? context.result_type ?? 'full';
      const question = await prepareQuestion(query, rowKind(type), source, context, parts.config);
      const { frame } = await answerQuestion(question, askOptions(parts.config, signal, totals));
      return withVerboseNames(frame, source);
    }),
  );
  const [file] = files;
  if (!file || files.length > 1) throw refusedFormat('csv of several queries');
  if (file.columns.length === 0) throw new ChartroomError('There is nothing to export: the answer is empty.', { status: 400, error_type: 'GENERIC_COMMAND_ERROR', shape: 'message' });
  const name = isoSeconds(parts.now()).replaceAll(/[-:]/g, '').slice(0, 15);
  return {
    status: 200,
    contentType: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': `attachment; filename=${name}.csv` },
    body: csvChunks(file),
  };
}

async function* csvChunks(frame: Frame): AsyncIterable<Buffer> {
  for (const chunk of encodeCsv(frame)) yield Buffer.from(chunk);
}

function withVerboseNames(frame: Frame, { dataset }: Source): Frame {
  const names = new Map<string, string>();
  for (const { column_name, verbose_name } of dataset.columns) if (verbose_name) names.set(column_name, verbose_name);
  for (const { metric_name, verbose_name } of dataset.metrics) if (verbose_name) names.set(metric_name, verbose_name);
  return { ...frame, columns: frame.columns.map((column) => ({ ...column, name: names.get(column.name) ?? plainName(column.name) })) };
}

function columnFacts({ dataset }: Source): { column_name: string; verbose_name: string | null; dtype: number }[] {
  return dataset.columns.map(({ column_name, verbose_name, is_dttm, type_generic }) => ({
    column_name,
    verbose_name: verbose_name ?? null,
    dtype: is_dttm ? 2 : type_generic === 0 ? 0 : 1,
  }));
}

function rowKind(type: ResultType): RowKind {
  return type === 'samples' || type === 'drill_detail' ? type : 'full';
}

function askOptions(config: DataConfig, signal: AbortSignal, totals: Record<string, number> | undefined) {
  return { signal, timeoutMs: config.query_timeout * 1000, rowLimit: config.row_limit, totals };
}

/** Seconds an answer is kept: the first that is set of request, dataset, database, configuration; 0 means the configuration's (§6). */
function cacheTimeout(config: DataConfig, context: QueryContext, { dataset, database }: Source): number {
  const wanted = context.custom_cache_timeout ?? dataset.cache_timeout ?? database.source.cache_timeout ?? 0;
  return wanted === 0 ? config.cache_default_timeout : wanted;
}

/** Everything that can change an answer. The SQL carries row rules and time bounds. */
function cacheKey({ compiled, query, source }: Question, type: ResultType, totals: Record<string, number> | undefined): string {
  const { dataset, database } = source;
  const facts = [
    database.source.id,
    database.source.changed_on,
    dataset.id,
    dataset.changed_on,
    compiled.sql,
    compiled.seriesQuery,
    compiled.columns.map(({ label }) => label),
    [compiled.fromDttm, compiled.toDttm],
    [compiled.appliedFilters, compiled.rejectedFilters],
    query.post_processing,
    query.time_offsets,
    totals,
    type,
    source.trace?.cacheKeys,
  ];
  return createHash('md5').update(JSON.stringify(facts)).digest('hex');
}

function json(value: object): Buffer[] {
  return [Buffer.from(JSON.stringify(value))];
}

function isoSeconds(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}`;
}

function refusedFormat(format: string): ChartroomError {
  return new ChartroomError(`Answers in the format "${format}" are not offered; ask for json, or for csv of one query.`, { status: 400, error_type: 'GENERIC_COMMAND_ERROR', shape: 'message' });
}
