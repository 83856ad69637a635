import { isJsonObject } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { needs } from '../http/access.ts';
import { type Act, actOf, idParameter, textParameter } from '../http/act.ts';
import { notFound, staleVersion } from '../http/errors.ts';
import {
  idsSchema,
  infoQuerySchema,
  itemQuerySchema,
  listQuerySchema,
  parseIds,
  parseQ,
  relatedQuerySchema,
} from '../http/q-argument.ts';
import { taking } from '../http/wire-shape.ts';
import { callerId, may } from '../security/caller.ts';
import type { Services } from '../services.ts';
import { chosenColumns, labelsOf, pick, prettyLabel, type Wire } from './columns.ts';
import { describeFilters } from './list-filters.ts';
import { sendRows } from './long-rows.ts';
import { relatedChoices } from './related.ts';
import type { Flags, Resource } from './resource.ts';
import {
  distinctAnswer,
  listAnswer,
  onlyKeys,
  requireOwned,
  requireSeen,
  seenIds,
} from './resource-queries.ts';

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
export function registerResource(app: FastifyInstance, services: Services, resource: Resource): void {
  app.resources.push(resource);
  const base = `/api/v1/${resource.path}`;
  const verbs = resource.verbs ?? READ_WRITE;
  const reads = needs(verbs.list, resource.view);
  const act = (request: FastifyRequest) => actOf(services, request);
  app.get(`${base}/`, taking(reads, { q: listQuerySchema }), async (request, reply) =>
    sendRows(reply, await listAnswer(resource, parseQ(listQuerySchema, request.query), act(request))),
  );
  app.get(
    `${base}/_info`,
    taking(needs(verbs.info, resource.view), { q: infoQuerySchema }),
    async (request) => infoAnswer(resource, request, act(request)),
  );
  app.get(`${base}/:pk`, taking(reads, { q: itemQuerySchema }), async (request, reply) => {
    const { body, changedOn } = await itemAnswer(resource, request, act(request));
    if (changedOn) reply.header('etag', etagOf(changedOn));
    return body;
  });
  if (resource.related) registerRelated(app, services, resource);
  if (resource.distinct) registerDistinct(app, services, resource);
  registerWrites(app, services, resource, verbs);
  if (resource.favorites) registerFavorites(app, services, resource, resource.favorites);
}

function registerRelated(app: FastifyInstance, services: Services, resource: Resource): void {
  const access = taking(needs(resource.verbs?.list ?? 'can_read', resource.view), { q: relatedQuerySchema });
  app.get(`/api/v1/${resource.path}/related/:column`, access, async (request) => {
    const column = textParameter(request, 'column');
    const source =
      resource.related && Object.hasOwn(resource.related, column) ? resource.related[column] : undefined;
    if (!source) throw notFound();
    return relatedChoices(source, parseQ(relatedQuerySchema, request.query), actOf(services, request));
  });
}

function registerDistinct(app: FastifyInstance, services: Services, resource: Resource): void {
  const access = taking(needs(resource.verbs?.list ?? 'can_read', resource.view), { q: relatedQuerySchema });
  app.get(`/api/v1/${resource.path}/distinct/:column`, access, async (request) => {
    const column = textParameter(request, 'column');
    if (!resource.distinct?.includes(column)) throw notFound();
    return distinctAnswer(
      resource,
      column,
      parseQ(relatedQuerySchema, request.query),
      actOf(services, request),
    );
  });
}

function registerWrites(
  app: FastifyInstance,
  services: Services,
  resource: Resource,
  verbs: typeof READ_WRITE,
): void {
  const base = `/api/v1/${resource.path}`;
  const { create, update, remove } = resource;
  if (create) {
    app.post(
      `${base}/`,
      taking(needs(verbs.create, resource.view), { body: create.schema }),
      async (request, reply) => {
        create.admit?.(request.body);
        const { id, result, more } = await create.run(request.body, actOf(services, request));
        return reply.status(201).send({ id, result, ...more });
      },
    );
  }
  if (update) {
    app.put(
      `${base}/:pk`,
      taking(needs(verbs.update, resource.view), { body: update.schema }),
      async (request, reply) => {
        const act = actOf(services, request);
        const id = idParameter(request);
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
        return resource.bareUpdate ? { result, ...more } : { id, result, ...more };
      },
    );
  }
  if (!remove) return;
  const deletes = needs(verbs.delete, resource.view);
  const removeSeen = async (ids: number[], act: Act) => {
    await requireSeen(resource, ids, act);
    await requireOwned(resource, ids, act);
    await remove(ids, act);
  };
  app.delete(`${base}/:pk`, deletes, async (request) => {
    const id = idParameter(request);
    if (id === undefined) throw notFound();
    await removeSeen([id], actOf(services, request));
    return { message: resource.countsDeleted ? `Deleted 1 ${resource.noun[0]}` : 'OK' };
  });
  if (resource.noBulkDelete) return;
  app.delete(`${base}/`, taking(deletes, { q: idsSchema }), async (request) => {
    const ids = [...new Set(parseIds(request.query))];
    if (ids.length === 0) throw notFound();
    await removeSeen(ids, actOf(services, request));
    const [one, many] = resource.noun;
    return { message: `Deleted ${ids.length} ${ids.length === 1 ? one : many}` };
  });
}

function registerFavorites(app: FastifyInstance, services: Services, resource: Resource, kind: string): void {
  const base = `/api/v1/${resource.path}`;
  const access = needs('can_read', resource.view);
  const { db } = services;
  app.get(`${base}/favorite_status/`, taking(access, { q: idsSchema }), async (request) => {
    const act = actOf(services, request);
    const ids = parseIds(request.query);
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
  });
  app.post(`${base}/:pk/favorites/`, access, async (request) => {
    const row = await favoriteOf(resource, kind, request, actOf(services, request));
    const values = { ...row, created_on: services.now().toISOString() };
    await db
      .insertInto('favorites')
      .values(values)
      .onConflict((on) => on.columns(['user_id', 'kind', 'object_id']).doNothing())
      .execute();
    return { result: 'OK' };
  });
  app.delete(`${base}/:pk/favorites/`, access, async (request) => {
    const row = await favoriteOf(resource, kind, request, actOf(services, request));
    await db
      .deleteFrom('favorites')
      .where('kind', '=', kind)
      .where('user_id', '=', row.user_id)
      .where('object_id', '=', row.object_id)
      .execute();
    return { result: 'OK' };
  });
}

async function favoriteOf(resource: Resource, kind: string, request: FastifyRequest, act: Act) {
  const object_id = idParameter(request);
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
  act: Act,
): Promise<{ body: Wire; changedOn: string | undefined }> {
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
  const described: Wire = {
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

function infoAnswer(resource: Resource, request: FastifyRequest, act: Act): Wire {
  const query = parseQ(infoQuerySchema, request.query);
  const described: Wire = {
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
