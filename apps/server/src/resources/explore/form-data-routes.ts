import { DATASOURCE_KINDS, isJsonObject, jsonText } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { needs } from '../../http/access.ts';
import { type Act, actOf, queryParameter, textParameter } from '../../http/act.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { readJson } from '../../http/json-depth.ts';
import { parseBody } from '../../http/validation.ts';
import { taking } from '../../http/wire-shape.ts';
import { mayRead } from '../../security/data-sources.ts';
import type { Services } from '../../services.ts';
import { chartResource } from '../chart/chart-resource.ts';
import { otherSource } from '../chart/chart-writes.ts';
import {
  changeValue,
  FORM_DATA,
  keepPermalink,
  keepValue,
  nothingToKeep,
  notYours,
  readValue,
  removeValue,
} from '../permalinks/kept-values.ts';
import { seenIds } from '../resource-queries.ts';

const formSchema = z.strictObject({
  datasource_id: z.int(),
  datasource_type: z.enum(DATASOURCE_KINDS),
  chart_id: z.int().nullish(),
  form_data: jsonText,
});
const linkSchema = z.strictObject({
  formData: z.record(z.string(), z.unknown()),
  urlParams: z.array(z.tuple([z.string(), z.string()])).nullish(),
});

/** Form data of open charts and lasting links to them (contract/api.md §2.16). */
export function registerFormData(app: FastifyInstance, services: Services): void {
  const act = (request: FastifyRequest): Act => actOf(services, request);
  const base = '/api/v1/explore/form_data';
  const view = 'ExploreFormDataRestApi';
  app.post(base, taking(needs('can_write', view), { body: formSchema }), async (request, reply) => {
    const body = await readableForm(request.body, act(request));
    const tab = queryParameter(request, 'tab_id');
    const scope = `${tab ?? ''} ${body.datasource_type} ${body.datasource_id} ${body.chart_id ?? ''}`;
    const key = await keepValue(
      FORM_DATA,
      { value: JSON.stringify(body), scope, reuse: tab !== undefined },
      act(request),
    );
    return reply.status(201).send({ key });
  });
  app.get(`${base}/:key`, needs('can_read', view), async (request) => {
    const { value } = await readValue(FORM_DATA, textParameter(request, 'key'), act(request));
    const kept: unknown = JSON.parse(value);
    if (!isJsonObject(kept)) throw notFound();
    if (kept.datasource_type === 'table' || kept.datasource_type === 'dataset')
      await requireDataset(Number(kept.datasource_id), act(request));
    return { form_data: kept.form_data };
  });
  app.put(`${base}/:key`, taking(needs('can_write', view), { body: formSchema }), async (request) => {
    const body = await readableForm(request.body, act(request));
    const key = textParameter(request, 'key');
    await changeValue(FORM_DATA, key, JSON.stringify(body), act(request));
    return { key };
  });
  app.delete(`${base}/:key`, needs('can_write', view), async (request) => {
    await removeValue(FORM_DATA, textParameter(request, 'key'), act(request));
    return { message: 'Deleted successfully' };
  });
  registerPermalinks(app, act);
}

function registerPermalinks(app: FastifyInstance, act: (request: FastifyRequest) => Act): void {
  const view = 'ExplorePermalinkRestApi';
  app.post(
    '/api/v1/explore/permalink',
    taking(needs('can_write', view), { body: linkSchema }),
    async (request, reply) => {
      const { formData, urlParams } = parseBody(linkSchema, request.body);
      const datasource = String(formData.datasource ?? '');
      const [, id, type] = /^(\d{1,15})__(\w+)$/.exec(datasource) ?? [];
      if (id === undefined) throw badRequest('formData.datasource: is missing; it reads like "12__table"');
      const chartId = typeof formData.slice_id === 'number' ? formData.slice_id : null;
      await requireDataset(Number(id), act(request));
      await requireChart(chartId, act(request));
      const kept = {
        chartId,
        datasourceId: Number(id),
        datasourceType: type,
        datasource,
        state: { formData, urlParams: urlParams ?? [] },
      };
      const key = await keepPermalink('explore_permalink', JSON.stringify(kept), act(request));
      return reply
        .status(201)
        .send({ key, url: `${request.protocol}://${request.host}/superset/explore/p/${key}/` });
    },
  );
  app.get('/api/v1/explore/permalink/:key', needs('can_read', view), async (request) => {
    const { value } = await readValue(
      { name: 'explore_permalink' },
      textParameter(request, 'key'),
      act(request),
    );
    const kept: unknown = JSON.parse(value);
    if (!isJsonObject(kept) || typeof kept.datasourceId !== 'number') throw notFound();
    await requireDataset(kept.datasourceId, act(request));
    return kept;
  });
}

async function readableForm(body: unknown, act: Act): Promise<z.output<typeof formSchema>> {
  const form = parseBody(formSchema, body);
  readJson(form.form_data, 'form_data');
  await requireSource(form, act);
  await requireChart(form.chart_id ?? null, act);
  return form;
}

/** A state is kept of what is there and open to whoever keeps it. */
async function requireSource(
  { datasource_id: id, datasource_type: kind }: z.output<typeof formSchema>,
  act: Act,
): Promise<void> {
  if (kind === 'table' || kind === 'dataset') return requireDataset(id, act);
  if (!(await otherSource(kind, id, act))) throw nothingToKeep();
}

async function requireChart(id: number | null, act: Act): Promise<void> {
  if (id !== null && !(await seenIds(chartResource, [id], act)).has(id)) throw nothingToKeep();
}

async function requireDataset(id: number, act: Act): Promise<void> {
  const { db } = act.services;
  const row = await db.selectFrom('datasets').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw nothingToKeep();
  if (!(await mayRead(db, act.caller, id))) throw notYours();
}
