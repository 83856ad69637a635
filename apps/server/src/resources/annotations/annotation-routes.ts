import { annotationApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../http/access.ts';
import { type Act, NOTHING } from '../../http/act.ts';
import { type DefineRoute, routesOf } from '../../http/define-route.ts';
import { badRequest, notFound, unprocessable } from '../../http/errors.ts';
import { isoOf } from '../../http/humanized.ts';
import type { Ground } from '../../records/ground.ts';
import { sendRows } from '../long-rows.ts';
import { changedNow, createdNow } from '../people.ts';
import { givenTexts } from '../plain-rows.ts';
import type { ResourceServices } from '../resource-act.ts';
import { listAnswer, requireSeen, seenIds } from '../resource-queries.ts';
import { registerResource } from '../resource-routes.ts';
import { annotationLayerResource } from './annotation-layer-resource.ts';
import { annotationsOf } from './annotation-resource.ts';

const READ: Access = { permission: 'can_read', view: 'Annotation' };
const WRITE: Access = { permission: 'can_write', view: 'Annotation' };

/** Annotation layers and what is in them (contract/api.md §2.10). */
export function registerAnnotations(app: FastifyInstance, services: ResourceServices): void {
  const { db } = services;
  const defineRoute = routesOf(app, services);
  registerResource(app, services, annotationLayerResource);
  defineRoute({
    ...annotationApi.list,
    access: READ,
    handle: async ({ act, id, q, reply }) =>
      sendRows(reply, await listAnswer(annotationsOf(id ?? NOTHING), q, act)),
  });
  defineRoute({
    ...annotationApi.show,
    access: READ,
    handle: async ({ act, id: given, idParam }) => {
      const layerId = await layerOf(given, act);
      const id = await annotationOf(idParam('annotation'), layerId, act);
      const layer = await db
        .selectFrom('annotation_layers')
        .select(['id', 'name'])
        .where('id', '=', layerId)
        .executeTakeFirst();
      if (!layer) throw notFound();
      const { short_descr, long_descr, start_dttm, end_dttm, json_metadata } = await annotationsOf(
        layerId,
      ).show(id, act);
      return { id, result: { id, short_descr, long_descr, start_dttm, end_dttm, json_metadata, layer } };
    },
  });
  defineRoute({
    ...annotationApi.create,
    access: WRITE,
    handle: async ({ act, body, id: layer = NOTHING }) => {
      if (!(await seenIds(annotationLayerResource, [layer], act)).has(layer))
        throw badRequest('Annotation layer not found.');
      const values = { ...timesOf(body.start_dttm, body.end_dttm), short_descr: body.short_descr };
      await requireFreeName(layer, body.short_descr, undefined, act);
      const { id } = await db
        .insertInto('annotations')
        .values({
          ...createdNow(act),
          ...values,
          uuid: services.uuid(),
          layer_id: layer,
          long_descr: body.long_descr ?? null,
          json_metadata: body.json_metadata ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, result: { ...body, layer } };
    },
  });
  registerChanges(defineRoute, services);
}

function registerChanges(defineRoute: DefineRoute, { db }: Pick<Ground, 'db'>): void {
  defineRoute({
    ...annotationApi.update,
    access: WRITE,
    handle: async (call) => {
      const { act } = call;
      const layer = await layerOf(call.id, act);
      const id = await annotationOf(call.idParam('annotation'), layer, act);
      const { body } = call;
      const stored = await db
        .selectFrom('annotations')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (body.short_descr) await requireFreeName(layer, body.short_descr, id, act);
      const times = timesOf(body.start_dttm ?? stored.start_dttm, body.end_dttm ?? stored.end_dttm);
      await db
        .updateTable('annotations')
        .set({
          ...changedNow(act),
          ...givenTexts(body, ['short_descr', 'long_descr', 'json_metadata']),
          ...times,
        })
        .where('id', '=', id)
        .execute();
      return { id, result: { ...body, layer } };
    },
  });
  defineRoute({
    ...annotationApi.remove,
    access: WRITE,
    handle: async ({ act, id: layer, idParam }) => {
      const id = await annotationOf(idParam('annotation'), await layerOf(layer, act), act);
      await db.deleteFrom('annotations').where('id', '=', id).execute();
      return { message: 'OK' };
    },
  });
  defineRoute({
    ...annotationApi.removeMany,
    access: WRITE,
    handle: async ({ act, id: layer, q }) => {
      const ids = [...new Set(q)];
      if (ids.length === 0) throw notFound();
      await requireSeen(annotationsOf(await layerOf(layer, act)), ids, act);
      await db.deleteFrom('annotations').where('id', 'in', ids).execute();
      return { message: `Deleted ${ids.length} ${ids.length === 1 ? 'annotation' : 'annotations'}` };
    },
  });
}

async function layerOf(id: number | undefined, act: Act): Promise<number> {
  if (id === undefined) throw notFound();
  await requireSeen(annotationLayerResource, [id], act);
  return id;
}

async function annotationOf(id: number | undefined, layerId: number, act: Act): Promise<number> {
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
