import { annotationPostSchema, annotationPutSchema, idsSchema, listQuerySchema } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { needs } from '../../http/access.ts';
import { type Act, actOf, idParameter, NOTHING } from '../../http/act.ts';
import { badRequest, notFound, unprocessable } from '../../http/errors.ts';
import { isoOf } from '../../http/humanized.ts';
import { parseIds, parseQ } from '../../http/q-argument.ts';
import { parseBody } from '../../http/validation.ts';
import { taking } from '../../http/wire-shape.ts';
import type { Services } from '../../services.ts';
import { pick } from '../columns.ts';
import { sendRows } from '../long-rows.ts';
import { changedNow, createdNow } from '../people.ts';
import { givenTexts } from '../plain-rows.ts';
import { listAnswer, requireSeen, seenIds } from '../resource-queries.ts';
import { registerResource } from '../resource-routes.ts';
import { annotationLayerResource } from './annotation-layer-resource.ts';
import { annotationsOf } from './annotation-resource.ts';

const READ = needs('can_read', 'Annotation');
const WRITE = needs('can_write', 'Annotation');
const BASE = '/api/v1/annotation_layer/:pk/annotation';

/** Annotation layers and what is in them (contract/api.md §2.10). */
export function registerAnnotations(app: FastifyInstance, services: Services): void {
  registerResource(app, services, annotationLayerResource);
  app.get(`${BASE}/`, taking(READ, { q: listQuerySchema }), async (request, reply) => {
    const act = actOf(services, request);
    return sendRows(
      reply,
      await listAnswer(
        annotationsOf(idParameter(request) ?? NOTHING),
        parseQ(listQuerySchema, request.query),
        act,
      ),
    );
  });
  app.get(`${BASE}/:annotation`, READ, async (request) => {
    const act = actOf(services, request);
    const layerId = await layerOf(request, act);
    const id = await annotationOf(request, layerId, act);
    const layer = await services.db
      .selectFrom('annotation_layers')
      .select(['id', 'name'])
      .where('id', '=', layerId)
      .executeTakeFirst();
    const resource = annotationsOf(layerId);
    return { id, result: pick({ ...(await resource.show(id, act)), layer }, resource.showColumns) };
  });
  app.post(`${BASE}/`, taking(WRITE, { body: annotationPostSchema }), async (request, reply) => {
    const act = actOf(services, request);
    const body = parseBody(annotationPostSchema, request.body);
    const layer_id = idParameter(request) ?? NOTHING;
    if (!(await seenIds(annotationLayerResource, [layer_id], act)).has(layer_id))
      throw badRequest('Annotation layer not found.');
    const values = { ...timesOf(body.start_dttm, body.end_dttm), short_descr: body.short_descr };
    await requireFreeName(layer_id, body.short_descr, undefined, act);
    const made = await services.db
      .insertInto('annotations')
      .values({
        ...createdNow(act),
        ...values,
        uuid: services.uuid(),
        layer_id,
        long_descr: body.long_descr ?? null,
        json_metadata: body.json_metadata ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return reply.status(201).send({ id: made.id, result: { ...body, layer: layer_id } });
  });
  registerChanges(app, services);
}

function registerChanges(app: FastifyInstance, services: Services): void {
  app.put(`${BASE}/:annotation`, taking(WRITE, { body: annotationPutSchema }), async (request) => {
    const act = actOf(services, request);
    const layer = await layerOf(request, act);
    const id = await annotationOf(request, layer, act);
    const body = parseBody(annotationPutSchema, request.body);
    const stored = await services.db
      .selectFrom('annotations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (body.short_descr) await requireFreeName(layer, body.short_descr, id, act);
    const times = timesOf(body.start_dttm ?? stored.start_dttm, body.end_dttm ?? stored.end_dttm);
    await services.db
      .updateTable('annotations')
      .set({
        ...changedNow(act),
        ...givenTexts(body, ['short_descr', 'long_descr', 'json_metadata']),
        ...times,
      })
      .where('id', '=', id)
      .execute();
    return { id, result: { ...body, layer } };
  });
  app.delete(`${BASE}/:annotation`, WRITE, async (request) => {
    const act = actOf(services, request);
    const id = await annotationOf(request, await layerOf(request, act), act);
    await services.db.deleteFrom('annotations').where('id', '=', id).execute();
    return { message: 'OK' };
  });
  app.delete(`${BASE}/`, taking(WRITE, { q: idsSchema }), async (request) => {
    const act = actOf(services, request);
    const ids = [...new Set(parseIds(request.query))];
    if (ids.length === 0) throw notFound();
    await requireSeen(annotationsOf(await layerOf(request, act)), ids, act);
    await services.db.deleteFrom('annotations').where('id', 'in', ids).execute();
    return { message: `Deleted ${ids.length} ${ids.length === 1 ? 'annotation' : 'annotations'}` };
  });
}

async function layerOf(request: FastifyRequest, act: Act): Promise<number> {
  const id = idParameter(request);
  if (id === undefined) throw notFound();
  await requireSeen(annotationLayerResource, [id], act);
  return id;
}

async function annotationOf(request: FastifyRequest, layerId: number, act: Act): Promise<number> {
  const id = idParameter(request, 'annotation');
  if (id === undefined) throw notFound();
  await requireSeen(annotationsOf(layerId), [id], act);
  return id;
}

/** Begin and end as they are stored; 422 when it ends before it begins. */
function timesOf(start: string, end: string): { start_dttm: string; end_dttm: string } {
  const start_dttm = isoOf(start) ?? start;
  const end_dttm = isoOf(end) ?? end;
  if (end_dttm < start_dttm) throw unprocessable({ start_dttm: ['End date must be after start date'] });
  return { start_dttm, end_dttm };
}

async function requireFreeName(
  layerId: number,
  name: string,
  except: number | undefined,
  act: Act,
): Promise<void> {
  const taken = await act.services.db
    .selectFrom('annotations')
    .select('id')
    .where('layer_id', '=', layerId)
    .where('short_descr', '=', name)
    .execute();
  const refusal = { short_descr: ['Short description must be unique for this layer'] };
  if (taken.some((row) => row.id !== except)) throw unprocessable(refusal);
}
