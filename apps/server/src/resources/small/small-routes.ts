import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { needs } from '../../http/access.ts';
import { actOf, idParameter } from '../../http/act.ts';
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
  datasource_type: z.enum(['table', 'dataset', 'query', 'saved_query', 'view']),
});
const conversion = z.object({ type: z.string(), values: z.array(z.union([z.string(), z.number()])) });
const invalidation = z.strictObject({ datasource_uids: z.array(z.string()).default([]), datasources: z.array(datasource).default([]) });

/** Small calls of contract §2.18: types of values, addresses for pictures, forgetting answers. */
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
    const known = id === undefined ? undefined : await services.db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
    if (!known) throw notFound();
    return reply.status(204).send();
  });
  app.get('/api/v1/available_domains/', needs('can_read', 'AvailableDomains'), async () => ({ result: { domains: null } }));
  app.post(
    '/api/v1/cachekey/invalidate',
    taking(needs('can_invalidate', 'CacheRestApi'), { body: invalidation }),
    async (request, reply) => {
      const { datasource_uids, datasources } = parseBody(invalidation, request.body);
      const { db } = actOf(services, request).services;
      const ids = datasource_uids.flatMap((uid) => (/^\d+__table$/.test(uid) ? [Number.parseInt(uid, 10)] : []));
      const known = ids.length === 0 ? [] : await db.selectFrom('datasets').select('database_id').where('id', 'in', ids).execute();
      const databases = new Set(known.map((row) => row.database_id));
      for (const { database_name } of datasources) {
        const row = await db.selectFrom('databases').select('id').where('database_name', '=', database_name).executeTakeFirst();
        if (row) databases.add(row.id);
      }
      if (databases.size > 0) {
        const data = await services.data();
        for (const id of databases) await data.forgetDatabase(id);
      }
      return reply.status(201).send({});
    },
  );
}
