import { join } from 'node:path';
import { ChartroomError, type QueryContext, type QueryObject } from '@chartroom/model';
import type { CachedAnswers, CacheState } from '../cache/cached-answers.ts';
import type { ChartDataForm, EncodedAnswer, Principal } from '../ports.ts';
import { isPlain, openRows } from '../sql/open-rows.ts';
import { grainFacts } from '../sql/time-grains.ts';
import { jsonAnswer, membersOf } from '../writing/answer-body.ts';
import { ARROW } from '../writing/arrow-answer.ts';
import { type AnyRows, type FileMaking, fileAnswer, givenNames } from '../writing/file-answer.ts';
import { annotationData } from './annotation-data.ts';
import { answerQuestion, statementText, writtenAnswer } from './answer-question.ts';
import {
  type Asking,
  askOptions,
  type ChartDataParts,
  openAsking,
  shareTotals,
  shownAs,
  stateOfAll,
  type Totals,
  wantedArrow,
  wantedResult,
  wantedRows,
  workPlace,
} from './chart-answers.ts';
import { QuestionError, type Source } from './prepare-question.ts';

/**
 * Answers `POST /api/v1/chart/data` (contract/query.md §1), or its rows as an Arrow stream. Errors of a question itself
 * come back as an answer with their status; refusals are thrown.
 */
export async function chartData(
  parts: ChartDataParts,
  context: QueryContext,
  who: Principal,
  signal: AbortSignal,
  form: ChartDataForm = 'object',
): Promise<EncodedAnswer> {
  const asking = await openAsking(parts, context, who, signal);
  return orComplaint(who, async () => {
    if (form === 'arrow') return arrowAnswer(parts, asking);
    if (context.result_format === 'csv' || context.result_format === 'xlsx')
      return filesAnswer(parts, asking);
    const list = listOf(await resultsOf(parts, asking));
    return jsonAnswer(form === 'list' ? list : [SIGNS.result, ...list, SIGNS.objectEnd]);
  });
}

/**
 * The results of a chart's queries, each as the members of a JSON object, in pieces. Rejects with QuestionError for what is
 * wrong with a question itself.
 */
export async function chartResults(
  parts: ChartDataParts,
  context: QueryContext,
  who: Principal,
  signal: AbortSignal,
): Promise<(readonly Buffer[])[]> {
  return resultsOf(parts, await openAsking(parts, context, who, signal));
}

/** What an answer is made of where nothing is wrong with the question, else the answer that says what is. */
export async function orComplaint<Value>(
  who: Principal,
  work: () => Promise<Value>,
): Promise<Value | EncodedAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof QuestionError)) throw error;
    const { message, errors, status } = who.guest ? withoutDetails(error) : error;
    return jsonAnswer(json({ message, errors }), status);
  }
}

/** Whether the whole answers of a chart's queries, with the rows of other charts that stand beside them, are in the cache. */
export async function chartDataState(
  parts: ChartDataParts,
  asking: Asking,
  stateOf: CachedAnswers['stateOf'],
): Promise<CacheState> {
  const { context, source } = asking;
  return stateOfAll(parts, asking, stateOf, async (totals) => {
    const states: CacheState[] = [];
    for (const query of context.queries) {
      const prepared = await parts.prepared.of(query, 'full', source, context);
      states.push(await stateOf(await wantedResult(parts, asking, prepared, { type: 'full', totals })));
      await annotationData(prepared.question.query.annotation_layers, parts.records, async (other) => {
        states.push(await rowsState(parts, other, asking, stateOf));
        return [];
      });
    }
    return states;
  });
}

async function rowsState(
  parts: ChartDataParts,
  context: QueryContext,
  { who, signal, context: { force } }: Asking,
  stateOf: CachedAnswers['stateOf'],
): Promise<CacheState> {
  const asking = await openAsking(parts, { ...context, force }, who, signal);
  return stateOfAll(parts, asking, stateOf, async (totals) => [
    await stateOf(await wantedRows(parts, asking, totals)),
  ]);
}

/** What a guest is told of a failure: nothing of tables, columns and engines. */
export function withoutDetails({ status }: QuestionError): QuestionError {
  return new QuestionError(
    new ChartroomError('The data of this chart could not be loaded.', {
      status,
      error_type: 'GENERIC_DB_ENGINE_ERROR',
      level: 'error',
    }),
  );
}

/** What stands around and between objects and their members, as bytes. */
const SIGNS = {
  result: Buffer.from('{"result":'),
  list: Buffer.from('['),
  listEnd: Buffer.from(']'),
  object: Buffer.from('{'),
  nextObject: Buffer.from(',{'),
  objectEnd: Buffer.from('}'),
  annotations: Buffer.from(',"annotation_data":'),
  next: Buffer.from(','),
};

/** Objects of these members as a JSON array. */
function listOf(results: readonly (readonly Buffer[])[]): Buffer[] {
  const pieces: Buffer[] = [SIGNS.list];
  for (const members of results)
    pieces.push(pieces.length > 1 ? SIGNS.nextObject : SIGNS.object, ...members, SIGNS.objectEnd);
  pieces.push(SIGNS.listEnd);
  return pieces;
}

async function resultsOf(parts: ChartDataParts, asking: Asking): Promise<(readonly Buffer[])[]> {
  const totals = await shareTotals(parts, asking);
  return Promise.all(asking.context.queries.map((query) => resultOf(parts, asking, query, totals)));
}

async function resultOf(
  parts: ChartDataParts,
  asking: Asking,
  query: QueryObject,
  totals: Totals | undefined,
): Promise<readonly Buffer[]> {
  const { context, source, who } = asking;
  const type = query.result_type ?? context.result_type ?? 'full';
  if (type === 'columns') return [membersOf({ data: columnFacts(source) })];
  if (type === 'timegrains') return [membersOf({ data: grainFacts(source.database.engine.dialect) })];
  const prepared = await parts.prepared.of(query, type, source, context);
  const { question } = prepared;
  if (type === 'query' && who.guest)
    throw new ChartroomError('Guests are not shown queries.', {
      status: 403,
      error_type: 'DASHBOARD_SECURITY_ACCESS_ERROR',
      level: 'error',
    });
  if (type === 'query')
    return [membersOf({ language: 'sql', query: statementText([question.compiled.sql]) })];
  const wanted = await wantedResult(parts, asking, prepared, { type, totals });
  const { kept, hit } = await parts.answers.of(wanted);
  if (type === 'results') return kept.pieces;
  const head = {
    cache_key: wanted.name.key,
    cached_dttm: hit ? kept.madeAt : null,
    cache_timeout: wanted.timeout,
    is_cached: hit ? true : null,
  };
  const notes = await annotationData(question.query.annotation_layers, parts.records, (other) =>
    rowsOf(parts, other, asking),
  );
  return [membersOf(head), SIGNS.annotations, ...notes, SIGNS.next, ...kept.pieces];
}

/** The rows that the first query of another chart gives the same person, as a JSON array. */
async function rowsOf(
  parts: ChartDataParts,
  context: QueryContext,
  { who, signal, context: { force } }: Asking,
): Promise<readonly Buffer[]> {
  const asking = await openAsking(parts, { ...context, force }, who, signal);
  try {
    const totals = await shareTotals(parts, asking);
    return (await parts.answers.of(await wantedRows(parts, asking, totals))).kept.pieces;
  } catch (error) {
    if (!(error instanceof QuestionError)) throw error;
    throw new ChartroomError((who.guest ? withoutDetails(error) : error).message, {
      status: 400,
      error_type: 'GENERIC_COMMAND_ERROR',
      shape: 'message',
    });
  }
}

async function filesAnswer(parts: ChartDataParts, asking: Asking): Promise<EncodedAnswer> {
  const format = asking.context.result_format === 'xlsx' ? 'xlsx' : 'csv';
  const { queries, making } = await openFiles(parts, asking, format);
  return fileAnswer(queries, { ...making, format });
}

/** The rows of each query of a chart for a file, asked for when their turn comes, and what the file is made of. */
export async function openFiles(
  parts: ChartDataParts,
  asking: Asking,
  format: FileMaking['format'],
): Promise<{ queries: (() => Promise<AnyRows>)[]; making: Omit<FileMaking, 'format'> }> {
  const { context, source, who, signal } = asking;
  const { config } = parts;
  const totals = await shareTotals(parts, asking);
  const names = givenNames(source);
  const queries = context.queries.map((query) => async (): Promise<AnyRows> => {
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
    return { pieces: await writtenAnswer(answer, writing, options, workPlace(parts, who), chart) };
  });
  const folder = join(config.home, 'outgoing');
  return { queries, making: { names, now: source.now, folder, signal, csv: config.csv, room: parts.room } };
}

/** The rows of one question as an Arrow IPC stream; they are kept like any other answer. */
async function arrowAnswer(parts: ChartDataParts, asking: Asking): Promise<EncodedAnswer> {
  const { context } = asking;
  const [query, ...others] = context.queries;
  if (!query || others.length > 0)
    throw noArrow(
      `An Arrow stream holds the rows of one query; there are ${context.queries.length}. Ask for them one by one.`,
    );
  const type = query.result_type ?? context.result_type ?? 'full';
  if (type === 'columns' || type === 'timegrains' || type === 'query')
    throw noArrow(`An Arrow stream holds rows; "${type}" has none.`);
  const totals = await shareTotals(parts, asking);
  const { kept } = await parts.answers.of(await wantedArrow(parts, asking, query, { type, totals }));
  const { headers, ...answer } = jsonAnswer(kept.pieces);
  return { ...answer, contentType: ARROW, headers: { ...headers, vary: 'accept' } };
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
    dtype: dtypeOf(is_dttm, type_generic),
  }));
}

/** Kinds of columns as this result numbers them: text 1, moments 2, numbers 0. */
function dtypeOf(isMoment: boolean | null | undefined, generic: number | null | undefined): number {
  if (isMoment) return 2;
  return generic === 0 ? 0 : 1;
}

function json(value: object): Buffer[] {
  return [Buffer.from(JSON.stringify(value))];
}
