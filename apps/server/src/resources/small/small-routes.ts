import { smallApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { WithData } from '../../data/ports.ts';
import type { Access } from '../../http/access.ts';
import type { Act } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import { ADVANCED_TYPES, convert } from './advanced-types.ts';

const READ_TYPES: Access = { permission: 'can_read', view: 'AdvancedDataType' };

/** Small calls of contract/api.md §2.18: types of values, addresses for pictures, forgetting answers. */
export function registerSmallCalls(app: FastifyInstance, services: Ground & WithData): void {
  const defineRoute = routesOf(app, services);
  defineRoute({
    ...smallApi.advancedTypes,
    access: READ_TYPES,
    handle: async () => ({ result: Object.keys(ADVANCED_TYPES) }),
  });
  defineRoute({
    ...smallApi.convertAdvanced,
    access: READ_TYPES,
    handle: async ({ q: { type, values } }) => {
      const result = convert(type, values.map(String));
      if (!result) throw badRequest(`Invalid advanced data type: ${type}`);
      return { result };
    },
  });
  defineRoute({
    ...smallApi.domains,
    access: { permission: 'can_read', view: 'AvailableDomains' },
    handle: async () => {
      const { SUPERSET_WEBSERVER_DOMAINS: domains } = services.config;
      return { result: { domains: domains.length > 0 ? domains : null } };
    },
  });
  defineRoute({
    ...smallApi.forgetAnswers,
    access: { permission: 'can_invalidate', view: 'CacheRestApi' },
    handle: async ({ body, act }) => {
      const ids = await namedDatasets(body, act);
      const data = ids.length > 0 ? await services.data() : undefined;
      for (const id of ids) await data?.forgetDataset(id);
      return {};
    },
  });
}

/** Ids of the datasets that a call names by id or by where their tables are; unknown ones are nobody's answers. */
async function namedDatasets(
  { datasource_uids, datasources }: z.output<typeof smallApi.forgetAnswers.body>,
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
