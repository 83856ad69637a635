import {
  type Bounds,
  ChartroomError,
  chartDataApi,
  DEFAULT_BOUNDS,
  isJsonObject,
  type QueryContext,
  type QueryObject,
  queryObjectSchema,
  readQuestion,
  safeRead,
  type Warmed,
} from '@chartroom/model';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EncodedAnswer, WithData } from '../../data/ports.ts';
import { wholeBody } from '../../data/writing/answer-body.ts';
import { ARROW } from '../../data/writing/arrow-answer.ts';
import type { Access } from '../../http/access.ts';
import type { Act } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest, lacking, missing, notFound } from '../../http/errors.ts';
import { formField } from '../../http/form-field.ts';
import { readJson } from '../../http/json-text.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import type { Ground } from '../../records/ground.ts';
import { storedObject } from '../../records/stored-json.ts';
import { may } from '../../security/caller.ts';
import { questionOfChart } from '../../security/chart-question.ts';
import { requireSeen } from '../resource-queries.ts';
import type { ChartAnswering } from './chart-jobs.ts';
import { answerOrJob } from './chart-jobs.ts';
import { chartResource } from './chart-resource.ts';

/** Chart data (contract/api.md §2.3): what a question answers, and what the one of a stored chart answers. */
export function registerChartData(app: FastifyInstance, services: ChartAnswering): void {
  const defineRoute = routesOf(app, services);
  const { config, db } = services;
  const read: Access = { permission: 'can_read', view: 'Chart' };
  defineRoute({
    ...chartDataApi.ask,
    access: read,
    config: { csrf: 'exempt' },
    handle: async (call) => {
      const context = readContext(await givenContext(call.request), config);
      return answer(withAddress(context, call.request.query), call);
    },
  });
  defineRoute({
    ...chartDataApi.askOld,
    access: { permission: 'can_query', view: 'Api' },
    handle: async ({ request, act, reply }) => {
      const data = await services.data();
      const context = { ...readContext(oldContext(request.body), config), result_format: 'json' as const };
      return sendAnswer(reply, await data.chartData(context, act.caller.principal, act.signal, 'list'));
    },
  });
  defineRoute({
    ...chartDataApi.stored,
    access: read,
    handle: async (call) => {
      const { id, act, query } = call;
      if (id === undefined) throw notFound();
      await requireSeen(chartResource, [id], act);
      const type = query('type');
      const format = query('format');
      const words = { ...(type && { result_type: type }), ...(format && { result_format: format }) };
      const { context, settings } = await storedContext(id, act, words);
      const asked = {
        ...context,
        // Rows as the browser shows them need what it draws them with.
        ...(type === 'post_processed' && { form_data: { ...settings, ...context.form_data } }),
        ...words,
        ...(query('force') === 'true' && { force: true }),
      };
      return answer(withAddress(readContext(asked, config), call.request.query), call);
    },
  });
  defineRoute({
    ...chartDataApi.warmUp,
    access: { permission: 'can_warm_up_cache', view: 'Chart' },
    handle: async ({ act, body: { chart_id, extra_filters } }) => {
      const known = await db.selectFrom('charts').select('id').where('id', '=', chart_id).executeTakeFirst();
      if (!known) throw missing('Chart not found');
      return { result: [await warmUp(chart_id, act, extra_filters)] };
    },
  });
}

/** The question of the older call: JSON in the field `query_context` of a form, or of a body in JSON. */
function oldContext(body: unknown): unknown {
  const text = isJsonObject(body) ? body.query_context : undefined;
  if (typeof text !== 'string') throw badRequest('query_context: is missing; it is a question in JSON');
  return readJson(text, 'query_context');
}

/**
 * Answers a chart's stored question afresh, so that the next reader finds it ready. `filters` is the JSON of a list of
 * filters that a dashboard adds to it. Throws 400 when it is something else.
 */
export async function warmUp(
  chart_id: number,
  act: Act<Ground & WithData>,
  filters: string | null | undefined,
): Promise<Warmed> {
  const more = givenFilters(filters);
  try {
    const context = withFilters(
      readContext({ ...(await storedContext(chart_id, act)).context, force: true }, act.services.config),
      more,
    );
    const data = await act.services.data();
    const told = await data.chartData(context, act.caller.principal, act.signal);
    const viz_error = told.status < 400 ? null : await complaintIn(told);
    return { chart_id, viz_error, viz_status: viz_error === null ? 'success' : 'failed' };
  } catch (error) {
    if (!(error instanceof ChartroomError)) throw error;
    return { chart_id, viz_error: error.message, viz_status: 'failed' };
  }
}

/** What an answer that failed says of it. */
async function complaintIn(answer: EncodedAnswer): Promise<string> {
  const told: unknown = JSON.parse((await wholeBody(answer)).toString());
  return isJsonObject(told) && typeof told.message === 'string'
    ? told.message
    : 'The question could not be answered.';
}

function givenFilters(text: string | null | undefined): NonNullable<QueryObject['filters']> {
  if (!text) return [];
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw badRequest('extra_filters: is not JSON');
  }
  const read = safeRead(queryObjectSchema, { filters: given }, DEFAULT_BOUNDS.MAX_LIST_ENTRIES);
  if (!read.success)
    throw badRequest(`extra_filters: ${read.error.issues.map(({ message }) => message).join('; ')}`);
  return read.data.filters ?? [];
}

function withFilters(context: QueryContext, more: NonNullable<QueryObject['filters']>): QueryContext {
  if (more.length === 0) return context;
  return {
    ...context,
    queries: context.queries.map((query) => ({ ...query, filters: [...(query.filters ?? []), ...more] })),
  };
}

/** Parameters of the call's own address stand before those that a question brings: templates may ask for them (contract/query.md §4.3). */
function withAddress(context: QueryContext, address: unknown): QueryContext {
  if (!isJsonObject(address) || Object.keys(address).length === 0) return context;
  return {
    ...context,
    queries: context.queries.map((query) => ({ ...query, url_params: { ...query.url_params, ...address } })),
  };
}

/** Whether the caller reads the rows as an Arrow stream. */
function wantsArrow({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === ARROW && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** A request for data, and what it is answered by. */
interface Asking {
  act: Act<ChartAnswering>;
  request: FastifyRequest;
  reply: FastifyReply;
}

async function answer(context: QueryContext, { act, request, reply }: Asking): Promise<FastifyReply> {
  const isFile = context.result_format === 'csv' || context.result_format === 'xlsx';
  if (isFile && !may(act.caller, 'can_csv', 'Superset')) throw lacking(act.caller, 'can_csv', 'Superset');
  if (isFile || !wantsArrow(request)) return sendAnswer(reply, await answerOrJob(context, act, request));
  const data = await act.services.data();
  return sendAnswer(reply, await data.chartData(context, act.caller.principal, act.signal, 'arrow'));
}

/** The body, or the form field `form_data` with the same in JSON: a form can have its answer saved as a file. */
async function givenContext(request: FastifyRequest): Promise<unknown> {
  const { body } = request;
  const inBody = isJsonObject(body) ? body.form_data : undefined;
  const field = request.isMultipart() ? await formField(request, 'form_data') : inBody;
  if (typeof field !== 'string') return body;
  try {
    const value: unknown = JSON.parse(field);
    return value;
  } catch {
    throw badRequest('Request is not JSON');
  }
}

/** What is wrong with a question, as far as it is told. */
const MOST_TOLD = 100;

/** Reads a query context. Throws 400 naming what does not fit. */
export function readContext(
  given: unknown,
  { MAX_LIST_ENTRIES }: Pick<Bounds, 'MAX_LIST_ENTRIES'>,
): QueryContext {
  if (!isJsonObject(given)) throw badRequest('Request is not JSON');
  const read = readQuestion(given, MAX_LIST_ENTRIES);
  if (read.success) return read.data;
  const more = read.error.issues.length - MOST_TOLD;
  const issues = read.error.issues
    .slice(0, MOST_TOLD)
    .map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  if (more > 0) issues.push(`and ${more} more`);
  throw badRequest(`Request is incorrect: ${issues.join('; ')}`);
}

/** What a stored chart asks. */
interface Stored {
  context: Record<string, unknown> & { form_data: Record<string, unknown> };
  /** What the chart is drawn with. */
  settings: Record<string, unknown>;
}

/** The question of a stored chart, with `words` in the settings that it is made of. Rejects with 400 when it asks nothing. */
export async function storedContext(
  id: number,
  act: Act,
  words: Readonly<Record<string, string>> = {},
): Promise<Stored> {
  const chart = await act.services.db
    .selectFrom('charts')
    .select(['query_context', 'params', 'viz_type', 'datasource_id', 'datasource_type'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const context = await questionOfChart(chart, words);
  if (!context) throw badRequest('Chart has no query context saved. Please save the chart again.');
  const form = isJsonObject(context.form_data) ? context.form_data : {};
  return {
    context: { ...context, form_data: { ...form, slice_id: id } },
    settings: storedObject(chart.params),
  };
}
