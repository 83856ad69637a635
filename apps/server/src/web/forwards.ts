import {
  dashboardUrl,
  FORWARDS,
  forwardTarget,
  isJsonObject,
  type JsonObject,
  type SoughtForward,
} from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Act, textParameter } from '../http/act.ts';
import { routesOf } from '../http/define-route.ts';
import { badRequest, notFound } from '../http/errors.ts';
import type { Ground } from '../records/ground.ts';
import { FORM_DATA, keepPermalink, keepValue, readValue } from '../resources/permalinks/kept-values.ts';
import type { WithSources } from '../security/data-sources.ts';
import { mayRead, requireReadable } from '../security/data-sources.ts';

const FORWARD = { answer: 'redirect', access: 'signed-in', config: { page: true } } as const;

/** How the server finds out where a forward leads. */
const SOUGHT: Readonly<Record<SoughtForward, (request: FastifyRequest, act: Act) => Promise<string>>> = {
  dashboardLink: dashboardBehind,
  oldExplore: exploreBehind,
};

/** Addresses that lead on to a page (contract/api.md §2.19). */
export function registerForwards(app: FastifyInstance, services: Ground & WithSources): void {
  const defineRoute = routesOf(app, services);
  for (const [name, { paths, to }] of Object.entries(FORWARDS)) {
    const lookUp = isSought(name) ? SOUGHT[name] : undefined;
    for (const path of paths) {
      defineRoute({
        ...FORWARD,
        method: 'GET',
        path,
        handle: async ({ request, reply, act }) => {
          const target = to === undefined ? await lookUp?.(request, act) : targetOf(to, request);
          if (target === undefined) throw notFound();
          return reply.redirect(target);
        },
      });
    }
  }
  defineRoute({
    ...FORWARD,
    method: 'POST',
    path: '/sqllab/',
    handle: async ({ request, reply, act }) => reply.redirect(await queryBehind(request, act), 303),
  });
}

/** A dashboard in the state that a lasting link keeps; the list of dashboards where there is no such link (any more). */
async function dashboardBehind(request: FastifyRequest, act: Act): Promise<string> {
  const key = textParameter(request, 'key');
  const kept = await readValue({ name: 'dashboard_permalink' }, key, act).catch((error: unknown) => {
    if (error instanceof Error && error.message === 'Not found') return undefined;
    throw error;
  });
  const link = kept ? objectIn(kept.value) : undefined;
  if (typeof link?.dashboardId !== 'string') return '/dashboard/list/';
  const state = isJsonObject(link.state) ? link.state : {};
  const given = Array.isArray(state.urlParams) ? state.urlParams : [];
  const parameters = new URLSearchParams();
  for (const pair of given) if (Array.isArray(pair)) parameters.set(String(pair[0]), String(pair[1]));
  for (const [name, value] of queryOf(request)) parameters.set(name, value);
  parameters.set('permalink_key', key);
  const anchor =
    typeof state.anchor === 'string' && state.anchor !== '' ? `#${encodeURIComponent(state.anchor)}` : '';
  return `${dashboardUrl({ id: link.dashboardId })}?${parameters}${anchor}`;
}

/** Explore on what the older address names; form data goes under a key, so that the address stays short. */
async function exploreBehind(request: FastifyRequest, act: Act): Promise<string> {
  const parameters = new URLSearchParams(queryOf(request));
  const type = textParameter(request, 'type');
  if (type) {
    parameters.set('datasource_type', type);
    parameters.set('datasource_id', textParameter(request, 'id'));
  }
  const form = objectIn(parameters.get('form_data') ?? '');
  const [, named] = /^(\d{1,9})__/.exec(String(form?.datasource ?? '')) ?? [];
  const datasetId = Number(parameters.get('datasource_id') ?? named ?? 0);
  if (form && datasetId > 0 && (await mayRead(act.services.db, act.caller, datasetId))) {
    const value = JSON.stringify({
      datasource_id: datasetId,
      datasource_type: 'table',
      form_data: JSON.stringify(form),
    });
    parameters.set('form_data_key', await keepValue(FORM_DATA, { value, scope: null, reuse: false }, act));
    parameters.delete('form_data');
  }
  return `/explore/?${parameters}`;
}

/** SQL Lab with the query of a form, which Explore of older clients sends: `{datasourceKey, sql}` in the field `form_data`. */
async function queryBehind(request: FastifyRequest, act: Act<Ground & WithSources>): Promise<string> {
  const text = isJsonObject(request.body) ? request.body.form_data : undefined;
  if (text === undefined) return '/sqllab/';
  const form = typeof text === 'string' ? objectIn(text) : undefined;
  if (!form) throw badRequest('form_data: has to be an object in JSON');
  const [, id] = /^(\d{1,9})__(table|dataset)$/.exec(String(form.datasourceKey ?? '')) ?? [];
  if (id === undefined) throw badRequest('form_data.datasourceKey: reads like "12__table"');
  if (typeof form.sql !== 'string') throw badRequest('form_data.sql: is missing');
  const dataset = await act.services.db
    .selectFrom('datasets')
    .select(['database_id', 'catalog', 'schema'])
    .where('id', '=', Number(id))
    .executeTakeFirst();
  if (!dataset) throw notFound();
  await requireReadable(act.services.sources.ports, act.caller, Number(id));
  const { database_id: dbId, catalog, schema } = dataset;
  const query = { dbId, name: 'Untitled Query', catalog, schema, sql: form.sql };
  return `/sqllab/p/${await keepPermalink('sqllab_permalink', JSON.stringify(query), act)}/`;
}

function isSought(name: string): name is SoughtForward {
  return Object.hasOwn(SOUGHT, name);
}

function targetOf(to: string, request: FastifyRequest): string | undefined {
  return forwardTarget(to, Object.fromEntries(textsIn(request.params)), queryOf(request));
}

function queryOf(request: FastifyRequest): [string, string][] {
  return textsIn(request.query);
}

function textsIn(given: unknown): [string, string][] {
  const entries: [string, unknown][] =
    typeof given === 'object' && given !== null ? Object.entries(given) : [];
  return entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
