import { type infoQuerySchema, isJsonObject, itemQuerySchema, ownMember } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Access } from '../http/access.ts';
import { type Act, idParameter, textParameter } from '../http/act.ts';
import { type DefineRoute, routesOf } from '../http/define-route.ts';
import { notFound, staleVersion } from '../http/errors.ts';
import { parseQ } from '../http/q-argument.ts';
import { describeFilters } from '../lists/filters.ts';
import type { Ground } from '../records/ground.ts';
import { callerId, may } from '../security/caller.ts';
import { chosenColumns, labelsOf, pick, prettyLabel } from './columns.ts';
import { sendRows } from './long-rows.ts';
import { relatedChoices } from './related.ts';
import type { Flags, Resource } from './resource.ts';
import type { ResourceServices } from './resource-act.ts';
import {
  distinctAnswer,
  listAnswer,
  onlyKeys,
  requireOwned,
  requireSeen,
  seenIds,
} from './resource-queries.ts';

const DONE = { result: 'OK' } as const;
const READ_WRITE = {
  list: 'can_read',
  info: 'can_read',
  create: 'can_write',
  update: 'can_write',
  delete: 'can_write',
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Every resource that has a list of its own, in the order of registration. */
    resources: Resource[];
  }
}

/** Registers the standard routes of a resource. */
export function registerResource(app: FastifyInstance, services: ResourceServices, resource: Resource): void {
  app.resources.push(resource);
  const defineRoute = routesOf(app, services);
  const { api } = resource;
  const verbs = resource.verbs ?? READ_WRITE;
  const access = { permission: verbs.list, view: resource.view };
  defineRoute({
    ...api.list,
    access,
    handle: async ({ q, act, reply }) => sendRows(reply, await listAnswer(resource, q, act)),
  });
  defineRoute({
    ...api.info,
    access: { permission: verbs.info, view: resource.view },
    handle: async ({ q, act, reply }) => reply.send(infoAnswer(resource, q, act)),
  });
  defineRoute({
    ...api.show,
    access,
    handle: async ({ act, request, reply }) => {
      const { body, changedOn } = await itemAnswer(resource, request, act);
      if (changedOn) reply.header('etag', etagOf(changedOn));
      return reply.send(body);
    },
  });
  registerRelated(defineRoute, resource, access);
  registerWrites(defineRoute, resource, verbs);
  registerFavorites(defineRoute, services, resource);
}

/** The values that columns of a resource offer. */
function registerRelated(defineRoute: DefineRoute, resource: Resource, access: Access): void {
  const { related, distinct } = resource;
  const { api } = resource;
  if (related) {
    defineRoute({
      ...api.related,
      access,
      handle: async (call) => {
        const source = ownMember(related, call.param('column'));
        if (!source) throw notFound();
        return relatedChoices(source, call.q, call.act);
      },
    });
  }
  if (!distinct) return;
  defineRoute({
    ...api.distinct,
    access,
    handle: async (call) => {
      const column = call.param('column');
      if (!distinct.includes(column)) throw notFound();
      return distinctAnswer(resource, column, call.q, call.act);
    },
  });
}

function registerWrites(
  defineRoute: DefineRoute<ResourceServices>,
  resource: Resource,
  verbs: typeof READ_WRITE,
): void {
  const { create, update, remove, view } = resource;
  const { api } = resource;
  if (create) {
    defineRoute({
      ...api.create,
      access: { permission: verbs.create, view },
      handle: async ({ act, request, reply }) => {
        create.admit?.(request.body);
        const { id, result, more } = await create.run(request.body, act);
        return reply.status(201).send({ id, result, ...more });
      },
    });
  }
  if (update) {
    defineRoute({
      ...api.update,
      access: { permission: verbs.update, view },
      handle: async ({ id, act, request, reply }) => {
        if (id === undefined) throw notFound();
        update.admit?.(request.body);
        if (isJsonObject(request.body)) await requireSeen(resource, [id], act);
        const expected = await expectedVersion(resource, id, request, act);
        const { result, more } = await update.run(request.body, id, act, {
          flags: flagsOf(request),
          expected,
        });
        const changedOn = await changedOnOf(resource, id, act);
        if (changedOn) reply.header('etag', etagOf(changedOn));
        return reply.send(resource.bareUpdate ? { result, ...more } : { id, result, ...more });
      },
    });
  }
  if (!remove) return;
  const deletes = { permission: verbs.delete, view };
  const removeSeen = async (ids: number[], act: Act<ResourceServices>) => {
    await requireSeen(resource, ids, act);
    await requireOwned(resource, ids, act);
    await remove(ids, act);
  };
  defineRoute({
    ...api.remove,
    access: deletes,
    handle: async ({ id, act }) => {
      if (id === undefined) throw notFound();
      await removeSeen([id], act);
      return { message: resource.countsDeleted ? `Deleted 1 ${resource.noun[0]}` : 'OK' };
    },
  });
  if (resource.noBulkDelete) return;
  defineRoute({
    ...api.removeMany,
    access: deletes,
    handle: async ({ q, act }) => {
      const ids = [...new Set(q)];
      if (ids.length === 0) throw notFound();
      await removeSeen(ids, act);
      const [one, many] = resource.noun;
      return { message: `Deleted ${ids.length} ${ids.length === 1 ? one : many}` };
    },
  });
}

function registerFavorites(
  defineRoute: DefineRoute,
  { db, now }: Pick<Ground, 'db' | 'now'>,
  resource: Resource,
): void {
  const { favorites: kind, view } = resource;
  if (!kind) return;
  const { api } = resource;
  const access = { permission: 'can_read', view };
  defineRoute({
    ...api.favoriteStatus,
    access,
    handle: async ({ q: ids, act }) => {
      const seen = await seenIds(resource, ids, act);
      if (seen.size === 0) throw notFound();
      const starred = await db
        .selectFrom('favorites')
        .select('object_id')
        .where('kind', '=', kind)
        .where('user_id', '=', callerId(act.caller))
        .where('object_id', 'in', [...seen])
        .execute();
      const known = new Set(starred.map((row) => row.object_id));
      // One answer for each question: what the caller does not see is no favourite of theirs.
      return { result: ids.map((id) => ({ id, value: known.has(id) })) };
    },
  });
  defineRoute({
    ...api.addFavorite,
    access,
    handle: async ({ id, act }) => {
      const row = await favoriteOf(resource, kind, id, act);
      await db
        .insertInto('favorites')
        .values({ ...row, created_on: now().toISOString() })
        .onConflict((on) => on.columns(['user_id', 'kind', 'object_id']).doNothing())
        .execute();
      return DONE;
    },
  });
  defineRoute({
    ...api.removeFavorite,
    access,
    handle: async ({ id, act }) => {
      const row = await favoriteOf(resource, kind, id, act);
      await db
        .deleteFrom('favorites')
        .where('kind', '=', kind)
        .where('user_id', '=', row.user_id)
        .where('object_id', '=', row.object_id)
        .execute();
      return DONE;
    },
  });
}

async function favoriteOf(resource: Resource, kind: string, object_id: number | undefined, act: Act) {
  if (object_id === undefined) throw notFound();
  await requireSeen(resource, [object_id], act);
  return { user_id: callerId(act.caller), kind, object_id };
}

async function openedItem(resource: Resource, request: FastifyRequest, act: Act): Promise<number> {
  const key = textParameter(request, 'pk');
  if (resource.open) return resource.open(key, act);
  const id = resource.locate ? await resource.locate(key, act) : idParameter(request);
  if (id === undefined) throw notFound();
  await requireSeen(resource, [id], act);
  return id;
}

async function itemAnswer(
  resource: Resource,
  request: FastifyRequest,
  act: Act<ResourceServices>,
): Promise<{ body: object; changedOn: string | undefined }> {
  const query = parseQ(itemQuerySchema, request.query);
  const id = await openedItem(resource, request, act);
  // First: what is changed in between is then shown under a version that is over, and not the other way round.
  const changedOn = await changedOnOf(resource, id, act);
  const row = await resource.show(id, act);
  const columns = chosenColumns(resource.showColumns, query.columns ?? query.select_columns);
  const shown = pick(
    row,
    query.columns || query.select_columns ? columns : [...columns, ...(resource.shownWhenPresent ?? [])],
  );
  const result = resource.tellMore ? await resource.tellMore(shown, id, act, flagsOf(request)) : shown;
  if (resource.bareItem) return { body: { result }, changedOn };
  const described = {
    show_columns: columns,
    label_columns: labelsOf(columns),
    description_columns: {},
    show_title: `Show ${resource.model}`,
  };
  const known = ['show_columns', 'label_columns', 'description_columns', 'show_title'];
  return { body: { id, ...onlyKeys(described, known, query.keys), result }, changedOn };
}

function flagsOf({ query }: FastifyRequest): Flags {
  return isJsonObject(query) ? query : {};
}

function etagOf(changedOn: string): string {
  return `"${Date.parse(changedOn)}"`;
}

async function changedOnOf(resource: Resource, id: number, act: Act): Promise<string | undefined> {
  if (!resource.versioned) return undefined;
  const rows = await sql<{
    changed_on: string;
  }>`select changed_on from ${sql.table(resource.table)} where id = ${id}`.execute(act.services.db);
  return rows.rows[0]?.changed_on;
}

/** A client that names the version it edits (`If-Match`, as the item's `ETag`) is told with 412 when another has saved since. */
async function expectedVersion(
  resource: Resource,
  id: number,
  request: FastifyRequest,
  act: Act,
): Promise<string | undefined> {
  const wanted = request.headers['if-match'];
  if (!wanted || wanted === '*') return undefined;
  const changedOn = await changedOnOf(resource, id, act);
  // Proxies that compress answers make the tag a weak one.
  if (changedOn !== undefined && wanted.replace(/^W\//, '') !== etagOf(changedOn)) throw staleVersion();
  return changedOn;
}

function infoAnswer(resource: Resource, query: z.infer<typeof infoQuerySchema>, act: Act): object {
  const described = {
    permissions: resource.permissions.filter((each) => may(act.caller, each, resource.view)),
    filters: {
      ...(resource.filtersBelow && describeFilters(resource.filtersBelow)),
      ...describeFilters(resource.filters),
    },
    add_columns: resource.create ? fieldsOf(resource.create.schema) : [],
    edit_columns: resource.update ? fieldsOf(resource.update.schema) : [],
    add_title: `Add ${resource.model}`,
    edit_title: `Edit ${resource.model}`,
  };
  return onlyKeys(described, Object.keys(described), query.keys);
}

const FIELD_TYPES: Record<string, string> = {
  integer: 'Integer',
  number: 'Float',
  boolean: 'Boolean',
  array: 'List',
  object: 'Dict',
};

type FieldInfo = {
  name: string;
  label: string;
  description: string;
  type: string;
  required: boolean;
  unique: boolean;
  validate: string[];
};

/** A schema stays what it is, and to describe it takes a hundred times as long as the rest of the answer. */
const describedFields = new WeakMap<z.ZodObject, FieldInfo[]>();

/** The fields of a schema as `_info` tells them. */
function fieldsOf(schema: z.ZodObject): FieldInfo[] {
  const known = describedFields.get(schema) ?? describeFields(schema);
  describedFields.set(schema, known);
  return known;
}

function describeFields(schema: z.ZodObject): FieldInfo[] {
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    label: prettyLabel(name),
    description: '',
    type: fieldType(z.toJSONSchema(z.object({ field }), { io: 'input', unrepresentable: 'any' })),
    required: !z.safeParse(z.object({ field }), {}).success,
    unique: false,
    validate: [],
  }));
}

function fieldType(schema: unknown): string {
  const text = JSON.stringify(schema);
  const type = /"field":\{.*?"type":\[?"(\w+)"/.exec(text)?.[1] ?? 'string';
  return FIELD_TYPES[type] ?? 'String';
}
