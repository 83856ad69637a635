import { datasetApi, oldApi, type Warmed } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { parseBody } from '../../http/validation.ts';
import type { Ground } from '../../records/ground.ts';
import { warmUp } from '../chart/chart-data-routes.ts';
import { warmUpCharts } from '../dataset/dataset-routes.ts';
import { plainRows } from '../plain-rows.ts';

/** Calls outside `/api/` know browser sessions only (contract/api.md §2.19). */
const ofSession = (permission: string, view: string) => ({
  access: { permission, view },
  config: { sessionOnly: true },
});

const tagRows = plainRows('tags');

/** Calls of older clients (contract/api.md §2.19). */
export function registerOldCalls(app: FastifyInstance, services: Ground & WithData): void {
  const defineRoute = routesOf(app, services);
  defineRoute({
    ...oldApi.warmUp,
    ...ofSession('can_warm_up_cache', 'Superset'),
    handle: async ({ query, act }) => {
      const answers = await warmed(query, act);
      return answers.map(({ chart_id, ...rest }) => ({ slice_id: chart_id, ...rest }));
    },
  });
  defineRoute({
    ...oldApi.tags,
    ...ofSession('can_tags', 'TagView'),
    handle: async ({ act }) => {
      const known = await services.db.selectFrom('tags').select('id').orderBy('id').execute();
      const ids = known.map(({ id }) => id);
      const rows = ids.length === 0 ? [] : await tagRows(ids, act);
      return rows.map(({ id, type, name, changed_on, changed_by, created_by }) => ({
        id,
        type,
        name,
        changed_on,
        changed_by,
        created_by,
      }));
    },
  });
  // The texts of the installation are English, so that English alone has a pack, in which nothing is replaced.
  defineRoute({
    ...oldApi.languagePack,
    ...ofSession('can_language_pack', 'Superset'),
    handle: async ({ param }) => {
      const lang = param('lang');
      if (!/^[a-z]{2,3}(_[A-Z]{2})?$/.test(lang))
        throw badRequest(`"${lang}" is no code of a language; codes read like en or pt_BR`);
      if (lang !== 'en') throw notFound();
      const domain = 'superset';
      return {
        domain,
        locale_data: { [domain]: { '': { domain, lang, plural_forms: 'nplurals=2; plural=(n != 1)' } } },
      };
    },
  });
  defineRoute({
    ...oldApi.plugins,
    ...ofSession('can_list', 'DynamicPlugin'),
    handle: async () => {
      if (!services.config.DYNAMIC_PLUGINS) throw notFound();
      const result = await services.db
        .selectFrom('dynamic_plugins')
        .select(['id', 'name', 'key', 'bundle_url'])
        .orderBy('name')
        .execute();
      return { result };
    },
  });
}

type Parameter = keyof typeof oldApi.warmUp.query.shape;

async function warmed(
  query: (name: Parameter) => string | undefined,
  act: Act<Ground & WithData>,
): Promise<Warmed[]> {
  const filters = query('extra_filters');
  const slice = query('slice_id');
  if (slice === undefined) {
    const [table_name, db_name] = [query('table_name'), query('db_name')];
    if (!table_name || !db_name)
      throw badRequest('Name a chart (slice_id), or a dataset (table_name and db_name).');
    return warmUpCharts(
      parseBody(datasetApi.warmUp.body, { table_name, db_name, extra_filters: filters }),
      act,
    );
  }
  if (!/^\d{1,9}$/.test(slice)) throw badRequest(`slice_id: "${slice}" is not a number`);
  const known = await act.services.db
    .selectFrom('charts')
    .select('id')
    .where('id', '=', Number(slice))
    .executeTakeFirst();
  if (!known) throw notFound();
  return [await warmUp(known.id, act, filters)];
}
