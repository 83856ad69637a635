import { DATASOURCE_KINDS } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { needs } from '../../http/access.ts';
import { type Act, actOf, idParameter } from '../../http/act.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { parseQ } from '../../http/q-argument.ts';
import { parseBody } from '../../http/validation.ts';
import { taking } from '../../http/wire-shape.ts';
import type { Services } from '../../services.ts';
import { ADVANCED_TYPES, convert } from './advanced-types.ts';

const datasource = z.object({
  database_name: z.string(),
  datasource_name: z.string(),
  catalog: z.string().nullish(),
  schema: z.string().nullish(),
  datasource_type: z.enum(DATASOURCE_KINDS),
});
const conversion = z.object({ type: z.string(), values: z.array(z.union([z.string(), z.number()])) });
const invalidation = z.strictObject({
  datasource_uids: z.array(z.string()).default([]),
  datasources: z.array(datasource).default([]),
});

/** Small calls of contract/api.md §2.18: types of values, addresses for pictures, forgetting answers. */
export function registerSmallCalls(app: FastifyInstance, services: Services): void {
  const types = needs('can_read', 'AdvancedDataType');
  app.get('/api/v1/advanced_data_type/types', types, async () => ({ result: Object.keys(ADVANCED_TYPES) }));
  app.get('/api/v1/advanced_data_type/convert', taking(types, { q: conversion }), async (request) => {
    const { type, values } = parseQ(conversion, request.query);
    const result = convert(type, values.map(String));
    if (!result) throw badRequest(`Invalid advanced data type: ${type}`);
    return { result };
  });
  app.get('/user/:pk/avatar.png', { config: { access: 'signed-in' } }, async (request, reply) => {
    const id = idParameter(request);
    const known =
      id === undefined
        ? undefined
        : await services.db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
    if (!known) throw notFound();
    return reply.status(204).send();
  });
  app.get('/api/v1/available_domains/', needs('can_read', 'AvailableDomains'), async () => {
    const { SUPERSET_WEBSERVER_DOMAINS: domains } = services.config;
    return { result: { domains: domains.length > 0 ? domains : null } };
  });
  app.post(
    '/api/v1/cachekey/invalidate',
    taking(needs('can_invalidate', 'CacheRestApi'), { body: invalidation }),
    async (request, reply) => {
      const ids = await invalidated(parseBody(invalidation, request.body), actOf(services, request));
      const data = ids.length > 0 ? await services.data() : undefined;
      for (const id of ids) await data?.forgetDataset(id);
      return reply.status(201).send({});
    },
  );
}

/** Ids of the datasets that a call names by id or by where their tables are; unknown ones are nobody's answers. */
async function invalidated(
  { datasource_uids, datasources }: z.output<typeof invalidation>,
  { services }: Act,
): Promise<number[]> {
  const ids = datasource_uids.flatMap((uid) => (/^\d+__table$/.test(uid) ? [Number.parseInt(uid, 10)] : []));
  for (const { database_name, datasource_name, catalog, schema } of datasources) {
    let named = services.db
      .selectFrom('datasets')
      .innerJoin('databases', 'databases.id', 'datasets.database_id')
      .select('datasets.id')
      .where('database_name', '=', database_name)
      .where('table_name', '=', datasource_name);
    if (schema) named = named.where('schema', '=', schema);
    if (catalog) named = named.where('catalog', '=', catalog);
    ids.push(...(await named.execute()).map(({ id }) => id));
  }
  return [...new Set(ids)];
}
