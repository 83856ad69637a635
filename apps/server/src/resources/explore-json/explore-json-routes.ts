import { createHash } from 'node:crypto';
import {
  type AnswerOf,
  type Bounds,
  beyondBound,
  type ChartDataEntry,
  type ChartDataResult,
  type ChartFormData,
  ChartroomError,
  chartUrl,
  type ErrorBody,
  type ExploreJsonAnswer,
  errorBody,
  exploreJsonApi,
  isJsonObject,
  parseDatasourceKey,
  type QueryContext,
} from '@chartroom/model';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { boundsOf } from '../../base/settings/bound-settings.ts';
import type { EncodedAnswer, WithData } from '../../data/ports.ts';
import type { Answered, LegacyChart } from '../../data/shaped-charts/legacy-chart.ts';
import { wholeBody } from '../../data/writing/answer-body.ts';
import type { Access } from '../../http/access.ts';
import { type Act, idParameter, queryParameter, textParameter } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest, lacking } from '../../http/errors.ts';
import { formField } from '../../http/form-field.ts';
import { readJson } from '../../http/json-text.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import type { Ground } from '../../records/ground.ts';
import { may } from '../../security/caller.ts';
import { readContext } from '../chart/chart-data-routes.ts';
import type { ChartAnswering } from '../chart/chart-jobs.ts';
import { answerOrJob, questionOf } from '../chart/chart-jobs.ts';
import { chartResource } from '../chart/chart-resource.ts';
import { chartFormData } from '../chart/chart-rows.ts';
import { requireSeen } from '../resource-queries.ts';

const ACCESS: Access = { permission: 'can_explore_json', view: 'Superset' };
/** Where the answers of jobs are asked for. */
const [REPLAY = ''] = exploreJsonApi.replay.path.split(':');

/** The older way to ask for a chart: by its form data, answered in the shape that its kind draws (contract/api.md §2.19, contract/charts.md §1.12). */
export function registerExploreJson(app: FastifyInstance, services: ChartAnswering): void {
  const defineRoute = routesOf(app, services);
  const open = { access: ACCESS, config: { csrf: 'exempt' as const } };
  for (const call of [exploreJsonApi.get, exploreJsonApi.getOf]) {
    defineRoute({
      ...call,
      ...open,
      handle: async ({ request, reply, act }) => {
        const answer = await explored(request, reply, act);
        return answer === undefined ? reply : conditional(request, reply, answer);
      },
    });
  }
  for (const call of [exploreJsonApi.ask, exploreJsonApi.askOf]) {
    defineRoute({
      ...call,
      ...open,
      handle: async ({ request, reply, act }) => {
        const answer = await explored(request, reply, act);
        return answer === undefined ? reply : reply.send(answer);
      },
    });
  }
  defineRoute({
    ...exploreJsonApi.replay,
    access: ACCESS,
    handle: async ({ param, act, reply }) => {
      const context = await questionOf(param('cache_key'), act);
      const form = formIn({ ...context.form_data });
      const answer = await told(form, reply, async () => {
        const data = await services.data();
        const results = await resultsIn(await data.chartData(context, act.caller.principal, act.signal));
        return drawn(form, await chartOf(form, services), results, act);
      });
      return reply.send(answer);
    },
  });
}

async function chartOf(
  { viz_type }: ChartFormData,
  { config }: Pick<Ground, 'config'>,
): Promise<LegacyChart> {
  if (config.VIZ_TYPE_DENYLIST.includes(viz_type))
    throw badRequest(`form_data.viz_type: ${viz_type} is not offered here`);
  const { legacyChart } = await import('../../data/shaped-charts/legacy-charts.ts');
  return legacyChart(viz_type);
}

/** The answer as an object, or nothing where it was sent as a file, or will be told by an event. */
async function explored(
  request: FastifyRequest,
  reply: FastifyReply,
  act: Act<ChartAnswering>,
): Promise<ExploreJsonAnswer | Failure | undefined> {
  const form = await formOf(request, act);
  const wants = (flag: string): boolean => queryParameter(request, flag) === 'true';
  if (form.viz_type === 'deck_multi' && !wants('csv') && !wants('query')) return layersOf(form, act);
  return told(form, reply, async () => {
    const chart = await chartOf(form, act.services);
    const context = contextOf(form, chart, wants('force'), act.services.config);
    if (wants('csv')) {
      sendAnswer(reply, await rowsAsFile(context, act));
      return undefined;
    }
    const rows = wants('samples') ? 'samples' : 'full';
    const type = wants('query') ? 'query' : rows;
    const answer = await answerOrJob(
      { ...context, result_type: type, result_format: 'json' },
      act,
      request,
      REPLAY,
    );
    if (answer.status === 202) {
      sendAnswer(reply, answer);
      return undefined;
    }
    const results = await resultsIn(answer);
    const [first] = results;
    if (first && 'language' in first) return { query: first.query, language: first.language };
    if (type === 'samples' || wants('results')) {
      const { data, colnames, coltypes, rowcount } = wholeOnes(results)[0];
      return { data, colnames, coltypes, rowcount };
    }
    return drawn(form, chart, results, act);
  });
}

/** What is answered where a question cannot be. */
interface Failure {
  errors: ErrorBody[];
  error: string;
  form_data: ChartFormData;
  status: 'failed';
  data: null;
  stacktrace: null;
}

/** Makes an answer; what is wrong with the question comes back as one with status 400, as its readers expect. */
async function told<Answer>(
  form: ChartFormData,
  reply: FastifyReply,
  make: () => Promise<Answer>,
): Promise<Answer | Failure> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof ChartroomError) || error.status === 401 || error.status === 403) throw error;
    reply.status(error.status === 404 ? 404 : 400);
    return {
      errors: [errorBody(error)],
      error: error.message,
      form_data: form,
      status: 'failed',
      data: null,
      stacktrace: null,
    };
  }
}

async function rowsAsFile(context: QueryContext, act: Act<Ground & WithData>): Promise<EncodedAnswer> {
  if (!may(act.caller, 'can_csv', 'Superset')) throw lacking(act.caller, 'can_csv', 'Superset');
  const data = await act.services.data();
  // Moments and series are shaped for the drawing; the file holds the rows.
  const queries = context.queries.slice(0, 1).map((query) => ({ ...query, post_processing: [] }));
  return data.chartData({ ...context, queries, result_format: 'csv' }, act.caller.principal, act.signal);
}

function contextOf(form: ChartFormData, chart: LegacyChart, force: boolean, bounds: Bounds): QueryContext {
  const datasource = parseDatasourceKey(form.datasource);
  if (!datasource) throw badRequest(`datasource: "${form.datasource}" does not read like "12__table"`);
  return readContext(
    { datasource, form_data: form, force, queries: chart.queries(form, bounds.MAX_QUERIES) },
    bounds,
  );
}

/** What each question of a chart was answered with. Throws what is wrong with one. */
async function resultsIn(answer: EncodedAnswer): Promise<ChartDataEntry[]> {
  const { result, message }: { result?: ChartDataEntry[]; message?: string } = JSON.parse(
    (await wholeBody(answer)).toString(),
  );
  if (result) return result;
  throw new ChartroomError(String(message), {
    status: answer.status,
    error_type: 'VIZ_GET_DF_ERROR',
    level: 'error',
  });
}

/** Whole answers, of which there is one for each question of a chart. */
function wholeOnes(results: readonly ChartDataEntry[]): [ChartDataResult, ...ChartDataResult[]] {
  const [first, ...others] = results.filter((each) => 'cache_key' in each);
  if (!first) throw new Error('A chart was answered without asking anything.');
  return [first, ...others];
}

function drawn(
  form: ChartFormData,
  chart: LegacyChart,
  results: readonly ChartDataEntry[],
  { services, signal }: Act,
): AnswerOf<typeof exploreJsonApi.replay> {
  const wholes = wholeOnes(results);
  const [{ data: _rows, ...facts }] = wholes;
  const { config } = services;
  const limits = {
    bounds: boundsOf(config),
    deadline: Date.now() + config.QUERY_TIMEOUT * 1000,
    shouldStop: () => signal.aborted,
  };
  return { ...facts, ...shown(form, chart.data(wholes.map(answered), form, limits)) };
}

function answered({ data, colnames, from_dttm, to_dttm }: ChartDataResult): Answered {
  return { rows: data, names: colnames, from: from_dttm, to: to_dttm };
}

/** Data to be drawn, with what stands around it. */
function shown<Data>(form: ChartFormData, data: Data) {
  const nothing: [] = [];
  return { data, errors: nothing, form_data: form, status: 'success' as const, stacktrace: null };
}

/** Form data of the address over that of the body, over what the chart has stored. */
async function formOf(request: FastifyRequest, act: Act): Promise<ChartFormData> {
  const { body } = request;
  const inBody = isJsonObject(body) ? (body.form_data ?? body) : undefined;
  const field = request.isMultipart() ? await formField(request, 'form_data') : inBody;
  const given = { ...formData(field), ...formData(queryParameter(request, 'form_data')) };
  const id = given.slice_id === undefined || given.slice_id === null ? undefined : Number(given.slice_id);
  const stored = id === undefined || id === 0 ? {} : await storedForm(id, act);
  const key =
    idParameter(request) === undefined
      ? undefined
      : `${idParameter(request)}__${textParameter(request, 'type')}`;
  return formIn({ ...stored, ...given, ...(key !== undefined && { datasource: key }) });
}

function formIn(form: Record<string, unknown>): ChartFormData {
  const { datasource, viz_type } = form;
  if (typeof datasource !== 'string') throw badRequest('form_data: names no datasource, e.g. "12__table"');
  return { ...form, datasource, viz_type: typeof viz_type === 'string' ? viz_type : 'table' };
}

async function storedForm(id: number, act: Act): Promise<Record<string, unknown>> {
  if (!Number.isSafeInteger(id) || id < 0) throw badRequest('form_data.slice_id: is not an id');
  await requireSeen(chartResource, [id], act);
  return chartFormData(
    await act.services.db.selectFrom('charts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

function formData(given: unknown): Record<string, unknown> {
  if (given === undefined || given === null || given === '') return {};
  if (typeof given !== 'string') return isJsonObject(given) ? given : {};
  const value = readJson(given, 'form_data');
  if (!isJsonObject(value)) throw badRequest('form_data: is not a JSON object');
  return value;
}

/** The layers of a map of maps: the charts it is made of, each to be asked by its own form data. */
async function layersOf(form: ChartFormData, act: Act): Promise<ExploreJsonAnswer> {
  const ids = Array.isArray(form.deck_slices) ? form.deck_slices.map(Number) : [];
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 0))
    throw badRequest('form_data.deck_slices: is a list of ids of charts');
  const { MAX_QUERIES } = act.services.config;
  if (ids.length > MAX_QUERIES)
    throw beyondBound('form_data.deck_slices: the number of entries', ids.length, MAX_QUERIES);
  await requireSeen(chartResource, ids, act);
  const rows =
    ids.length === 0
      ? []
      : await act.services.db.selectFrom('charts').selectAll().where('id', 'in', ids).execute();
  const slices = ids.flatMap((id) =>
    rows
      .filter((row) => row.id === id)
      .map((row) => ({
        slice_id: row.id,
        slice_name: row.slice_name,
        description: row.description,
        slice_url: chartUrl(row.id),
        form_data: chartFormData(row),
        changed_on: row.changed_on,
      })),
  );
  return shown(form, { features: {}, mapboxApiKey: '' as const, slices });
}

/** Sends an answer unless the caller has exactly that one (contract/api.md §1.8). What rights decide on is for its asker alone. */
function conditional(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  const text = JSON.stringify(answer);
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.header('cache-control', 'private, no-cache').header('vary', 'cookie, authorization');
  if (reply.statusCode >= 400) return reply.type('application/json; charset=utf-8').send(text);
  reply.header('etag', tag);
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''));
  if (known.includes(tag)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}
