import { tagApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../http/access.ts';
import type { Act } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest, forbidden, notFound, unprocessable } from '../../http/errors.ts';
import { written } from '../../http/q-words.ts';
import type { ResourceServices } from '../resource-act.ts';
import { registerResource } from '../resource-routes.ts';
import { tagResource } from './tag-resource.ts';
import { ensureCustomTags, linkObjects, mayTag, type ObjectRef, objectTypeOf } from './tag-writes.ts';
import { objectsUnder } from './tagged-objects.ts';

const READ: Access = { permission: 'can_read', view: 'Tag' };
const WRITE: Access = { permission: 'can_write', view: 'Tag' };

/** Tags and what carries them (contract/api.md §2.8). */
export function registerTags(app: FastifyInstance, services: ResourceServices): void {
  const { db } = services;
  const defineRoute = routesOf(app, services);
  registerResource(app, services, tagResource);
  defineRoute({
    ...tagApi.objects,
    access: READ,
    handle: async ({ query, act }) => {
      const list = (name: 'tagIds' | 'tags' | 'types') => (query(name) ?? '').split(',').filter(Boolean);
      const wanted = { tagIds: list('tagIds').map(wholeNumber), names: list('tags'), types: list('types') };
      return { result: await objectsUnder(wanted, act) };
    },
  });
  defineRoute({
    ...tagApi.createMany,
    access: { permission: 'can_bulk_create', view: 'Tag' },
    handle: async ({ act, body: { tags } }) => {
      const answers = await db.transaction().execute(async (records) => {
        const done: { tagged: ObjectRef[]; skipped: ObjectRef[] }[] = [];
        for (const tag of tags) {
          const [id = 0] = await ensureCustomTags(records, [tag.name], tag.description, act);
          done.push(await linkObjects(records, id, tag.objects_to_tag ?? [], act));
        }
        return done;
      });
      const pairs = (pick: 'tagged' | 'skipped') =>
        answers.flatMap((each) => each[pick].map((ref): [string, number] => [nameOfType(ref.type), ref.id]));
      return { result: { objects_tagged: pairs('tagged'), objects_skipped: pairs('skipped') } };
    },
  });
  defineRoute({
    ...tagApi.addToObject,
    access: WRITE,
    handle: async ({ act, body: { properties }, param, idParam }) => {
      const ref = await requireObject(param('object_type'), idParam('object_id'), act);
      await db.transaction().execute(async (records) => {
        for (const id of await ensureCustomTags(records, properties.tags, null, act))
          await linkObjects(records, id, [[asKind(ref.type), ref.id]], act);
      });
      return {};
    },
  });
  defineRoute({
    ...tagApi.removeFromObject,
    access: WRITE,
    handle: async ({ act, param, idParam }) => {
      const ref = await requireObject(param('object_type'), idParam('object_id'), act);
      const tag = await db
        .selectFrom('tags')
        .select('id')
        .where('name', '=', param('tag'))
        .executeTakeFirst();
      const gone = await db
        .deleteFrom('tagged_objects')
        .where('tag_id', '=', tag?.id ?? -1)
        .where('object_type', '=', ref.type)
        .where('object_id', '=', ref.id)
        .executeTakeFirst();
      if (Number(gone.numDeletedRows) === 0) throw unprocessable('Could not process entity');
      return { message: 'OK' };
    },
  });
  defineRoute({
    ...tagApi.removeByName,
    access: WRITE,
    handle: async ({ act, q }) => {
      const names = [...new Set(q)];
      const known = await db.selectFrom('tags').select(['id', 'name']).where('name', 'in', names).execute();
      const unknown = names.filter((name) => !known.some((tag) => tag.name === name));
      if (unknown.length > 0) {
        throw unprocessable(`Invalid tag parameters: ${written(unknown)}. Tag parameters are invalid.`);
      }
      await tagResource.remove?.(
        known.map((tag) => tag.id),
        act,
      );
      return { message: `Deleted ${known.length} ${known.length === 1 ? 'tag' : 'tags'}` };
    },
  });
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw badRequest(`tagIds: "${text.slice(0, 40)}" is not the number of a tag`);
}

function asKind(type: number): 1 | 2 | 3 | 4 {
  return type === 1 || type === 2 || type === 3 ? type : 4;
}

function nameOfType(type: number): string {
  return ['object', 'query', 'chart', 'dashboard', 'dataset'][type] ?? 'object';
}

async function requireObject(kind: string, id: number | undefined, act: Act): Promise<ObjectRef> {
  const type = objectTypeOf(kind);
  if (type === undefined || id === undefined) throw notFound();
  const ref = { type, id };
  if (!(await mayTag(act.services.db, ref, act))) throw act.caller.isAdmin ? notFound() : forbidden();
  return ref;
}
