import { objectTagsSchema, tagBulkSchema } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { needs } from '../../http/access.ts';
import { type Act, actOf, idParameter, queryParameter, textParameter } from '../../http/act.ts';
import { badRequest, forbidden, notFound, unprocessable } from '../../http/errors.ts';
import { parseQ } from '../../http/q-argument.ts';
import { written } from '../../http/q-words.ts';
import { parseBody } from '../../http/validation.ts';
import { taking } from '../../http/wire-shape.ts';
import type { Services } from '../../services.ts';
import { registerResource } from '../resource-routes.ts';
import { tagResource } from './tag-resource.ts';
import { ensureCustomTags, linkObjects, mayTag, type ObjectRef, objectTypeOf } from './tag-writes.ts';
import { objectsUnder } from './tagged-objects.ts';

const READ = needs('can_read', 'Tag');
const WRITE = needs('can_write', 'Tag');

/** Tags and what carries them (contract §2.8). */
export function registerTags(app: FastifyInstance, services: Services): void {
  const { db } = services;
  registerResource(app, services, tagResource);
  app.get('/api/v1/tag/get_objects/', READ, async (request) => {
    const list = (name: string) => (queryParameter(request, name) ?? '').split(',').filter(Boolean);
    const wanted = { tagIds: list('tagIds').map(wholeNumber), names: list('tags'), types: list('types') };
    return { result: await objectsUnder(wanted, actOf(services, request)) };
  });
  app.post(
    '/api/v1/tag/bulk_create',
    taking(needs('can_bulk_create', 'Tag'), { body: tagBulkSchema }),
    async (request) => {
      const act = actOf(services, request);
      const { tags } = parseBody(tagBulkSchema, request.body);
      const answers = await db.transaction().execute(async (records) => {
        const done: { tagged: ObjectRef[]; skipped: ObjectRef[] }[] = [];
        for (const tag of tags) {
          const [id = 0] = await ensureCustomTags(records, [tag.name], tag.description, act);
          done.push(await linkObjects(records, id, tag.objects_to_tag ?? [], act));
        }
        return done;
      });
      const pairs = (pick: 'tagged' | 'skipped') =>
        answers.flatMap((each) => each[pick].map((ref) => [nameOfType(ref.type), ref.id]));
      return { result: { objects_tagged: pairs('tagged'), objects_skipped: pairs('skipped') } };
    },
  );
  app.post(
    '/api/v1/tag/:object_type/:object_id/',
    taking(WRITE, { body: objectTagsSchema }),
    async (request, reply) => {
      const act = actOf(services, request);
      const { properties } = parseBody(objectTagsSchema, request.body);
      const ref = await requireObject(request, act);
      await db.transaction().execute(async (records) => {
        for (const id of await ensureCustomTags(records, properties.tags, null, act))
          await linkObjects(records, id, [[asKind(ref.type), ref.id]], act);
      });
      return reply.status(201).send({});
    },
  );
  app.delete('/api/v1/tag/:object_type/:object_id/:tag/', WRITE, async (request) => {
    const ref = await requireObject(request, actOf(services, request));
    const tag = await db
      .selectFrom('tags')
      .select('id')
      .where('name', '=', textParameter(request, 'tag'))
      .executeTakeFirst();
    const gone = await db
      .deleteFrom('tagged_objects')
      .where('tag_id', '=', tag?.id ?? -1)
      .where('object_type', '=', ref.type)
      .where('object_id', '=', ref.id)
      .executeTakeFirst();
    if (Number(gone.numDeletedRows) === 0) throw unprocessable('Could not process entity');
    return { message: 'OK' };
  });
  app.delete('/api/v1/tag/', taking(WRITE, { q: namesSchema }), async (request) => {
    // Tags are removed by name, not by number.
    const names = [...new Set(parseQ(namesSchema, request.query))];
    const known = await db.selectFrom('tags').select(['id', 'name']).where('name', 'in', names).execute();
    const unknown = names.filter((name) => !known.some((tag) => tag.name === name));
    if (unknown.length > 0) {
      throw unprocessable(`Invalid tag parameters: ${written(unknown)}. Tag parameters are invalid.`);
    }
    await tagResource.remove?.(
      known.map((tag) => tag.id),
      actOf(services, request),
    );
    return { message: `Deleted ${known.length} ${known.length === 1 ? 'tag' : 'tags'}` };
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

async function requireObject(request: FastifyRequest, act: Act): Promise<ObjectRef> {
  const type = objectTypeOf(textParameter(request, 'object_type'));
  const id = idParameter(request, 'object_id');
  if (type === undefined || id === undefined) throw notFound();
  const ref = { type, id };
  if (!(await mayTag(act.services.db, ref, act))) throw act.caller.isAdmin ? notFound() : forbidden();
  return ref;
}

const namesSchema = z.array(z.string()).min(1);
