import { isJsonObject, keptValueSchema } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { needs } from '../../http/access.ts';
import { type Act, actOf, queryParameter, textParameter } from '../../http/act.ts';
import { notFound } from '../../http/errors.ts';
import { readJson } from '../../http/json-depth.ts';
import { parseBody } from '../../http/validation.ts';
import { taking } from '../../http/wire-shape.ts';
import { dashboardVisible } from '../../security/dashboard-grants.ts';
import type { Services } from '../../services.ts';
import {
  changeValue,
  FILTER_STATE,
  keepPermalink,
  keepValue,
  nothingToKeep,
  readValue,
  removeValue,
} from './kept-values.ts';

const VALUES = 'DashboardFilterStateRestApi';
const LINKS = 'DashboardPermalinkRestApi';

/** What is wrong with a pair that is none. */
const pairProblem = ({ code }: { code?: string | undefined }) =>
  code === 'invalid_type' ? 'Not a valid tuple.' : 'Length must be 2.';

const linkSchema = z.strictObject({
  dataMask: z.record(z.string(), z.unknown()).nullish(),
  activeTabs: z.array(z.string()).nullish(),
  urlParams: z.array(z.tuple([z.string(), z.string()], { error: pairProblem })).nullish(),
  anchor: z.string().nullish(),
});

/** Filter states of open dashboards and lasting links to them (contract/api.md §2.4). */
export function registerDashboardLinks(app: FastifyInstance, services: Services): void {
  const act = (request: FastifyRequest): Act => actOf(services, request);
  const base = '/api/v1/dashboard/:pk/filter_state';
  app.post(base, taking(needs('can_write', VALUES), { body: keptValueSchema }), async (request, reply) => {
    const dashboard = await openDashboard(request, act(request));
    const value = readableValue(request.body);
    const tab = queryParameter(request, 'tab_id');
    const scope = `${dashboard.id} ${tab ?? ''}`;
    const key = await keepValue(FILTER_STATE, { value, scope, reuse: tab !== undefined }, act(request));
    return reply.status(201).send({ key });
  });
  app.get(`${base}/:key`, needs('can_read', VALUES), async (request) => {
    const dashboard = await openDashboard(request, act(request));
    return { value: await ofDashboard(dashboard.id, textParameter(request, 'key'), act(request)) };
  });
  app.put(`${base}/:key`, taking(needs('can_write', VALUES), { body: keptValueSchema }), async (request) => {
    const dashboard = await openDashboard(request, act(request));
    const key = textParameter(request, 'key');
    await ofDashboard(dashboard.id, key, act(request));
    await changeValue(FILTER_STATE, key, readableValue(request.body), act(request));
    return { key };
  });
  app.delete(`${base}/:key`, needs('can_write', VALUES), async (request) => {
    const dashboard = await openDashboard(request, act(request));
    const key = textParameter(request, 'key');
    await ofDashboard(dashboard.id, key, act(request));
    await removeValue(FILTER_STATE, key, act(request));
    return { message: 'Deleted successfully' };
  });
  registerPermalinks(app, act);
}

function registerPermalinks(app: FastifyInstance, act: (request: FastifyRequest) => Act): void {
  app.post(
    '/api/v1/dashboard/:pk/permalink',
    taking(needs('can_write', LINKS), { body: linkSchema }),
    async (request, reply) => {
      const dashboard = await openDashboard(request, act(request));
      const state = parseBody(linkSchema, request.body);
      const key = await keepPermalink(
        'dashboard_permalink',
        JSON.stringify({ dashboardId: dashboard.uuid, state }),
        act(request),
      );
      return reply
        .status(201)
        .send({ key, url: `${request.protocol}://${request.host}/superset/dashboard/p/${key}/` });
    },
  );
  app.get('/api/v1/dashboard/permalink/:key', needs('can_read', LINKS), async (request) => {
    const { value } = await readValue(
      { name: 'dashboard_permalink' },
      textParameter(request, 'key'),
      act(request),
    );
    const kept: unknown = JSON.parse(value);
    if (!isJsonObject(kept) || typeof kept.dashboardId !== 'string') throw notFound();
    await dashboardBy(kept.dashboardId, act(request));
    return kept;
  });
}

/** A filter state belongs to one dashboard; under another address there is none of that key. */
async function ofDashboard(dashboardId: number, key: string, act: Act): Promise<string> {
  const { value, scope } = await readValue(FILTER_STATE, key, act);
  if (scope?.split(' ')[0] !== String(dashboardId)) throw notFound();
  return value;
}

async function openDashboard(request: FastifyRequest, act: Act): Promise<{ id: number; uuid: string }> {
  return dashboardBy(textParameter(request, 'pk'), act);
}

/** A dashboard by id, uuid or slug that the caller may open; 404 otherwise. */
async function dashboardBy(key: string, act: Act): Promise<{ id: number; uuid: string }> {
  const id = /^\d{1,15}$/.test(key) ? Number(key) : -1;
  const { rows } = await sql<{ id: number; uuid: string }>`select t.id, t.uuid from dashboards as t
    where (t.id = ${id} or t.uuid = ${key} or t.slug = ${key}) and ${dashboardVisible(act.caller, 'direct')} limit 1`.execute(
    act.services.db,
  );
  const row = rows[0];
  if (!row) throw nothingToKeep();
  return row;
}

function readableValue(body: unknown): string {
  const { value } = parseBody(keptValueSchema, body);
  readJson(value, 'value');
  return value;
}
