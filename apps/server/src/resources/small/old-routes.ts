import { datasetApi } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { needs } from '../../http/access.ts';
import { actOf, queryParameter, textParameter } from '../../http/act.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { parseBody } from '../../http/validation.ts';
import type { Services } from '../../services.ts';
import { type Warmed, warmUp } from '../chart/chart-data-routes.ts';
import { warmUpCharts } from '../dataset/dataset-routes.ts';
import { plainRows } from '../plain-rows.ts';

/** Calls outside `/api/` know browser sessions only (contract/api.md §2.19). */
const ofSession = (permission: string, view: string) => ({
  config: { ...needs(permission, view).config, sessionOnly: true },
});

const tagRows = plainRows('tags');

/** Calls of older clients (contract/api.md §2.19). */
export function registerOldCalls(app: FastifyInstance, services: Services): void {
  app.get('/superset/warm_up_cache/', ofSession('can_warm_up_cache', 'Superset'), async (request) => {
    const answers = await warmed(request, services);
    return answers.map(({ chart_id, ...rest }) => ({ slice_id: chart_id, ...rest }));
  });
  app.get('/tagview/tags/', ofSession('can_tags', 'TagView'), async (request) => {
    const ids = await services.db.selectFrom('tags').select('id').orderBy('id').execute();
    const rows =
      ids.length === 0
        ? []
        : await tagRows(
            ids.map((row) => row.id),
            actOf(services, request),
          );
    return rows.map(({ id, type, name, changed_on, changed_by, created_by }) => ({
      id,
      type,
      name,
      changed_on,
      changed_by,
      created_by,
    }));
  });
  // The texts of the house are English, so that English alone has a pack, in which nothing is replaced.
  app.get('/superset/language_pack/:lang/', ofSession('can_language_pack', 'Superset'), async (request) => {
    const lang = textParameter(request, 'lang');
    if (!/^[a-z]{2,3}(_[A-Z]{2})?$/.test(lang))
      throw badRequest(`"${lang}" is no code of a language; codes read like en or pt_BR`);
    if (lang !== 'en') throw notFound();
    const domain = 'superset';
    return {
      domain,
      locale_data: { [domain]: { '': { domain, lang, plural_forms: 'nplurals=2; plural=(n != 1)' } } },
    };
  });
  // Charts of others cannot be added while the house runs (contract/api.md §9.2 (a)).
  app.get('/dynamic-plugins/api/read', ofSession('can_list', 'DynamicPlugin'), async () => {
    throw notFound();
  });
}

async function warmed(request: FastifyRequest, services: Services): Promise<Warmed[]> {
  const act = actOf(services, request);
  const filters = queryParameter(request, 'extra_filters');
  const slice = queryParameter(request, 'slice_id');
  if (slice === undefined) {
    const { table_name, db_name } = {
      table_name: queryParameter(request, 'table_name'),
      db_name: queryParameter(request, 'db_name'),
    };
    if (!table_name || !db_name)
      throw badRequest('Name a chart (slice_id), or a dataset (table_name and db_name).');
    return warmUpCharts(
      parseBody(datasetApi.warmUp.body, { table_name, db_name, extra_filters: filters }),
      act,
    );
  }
  if (!/^\d{1,9}$/.test(slice)) throw badRequest(`slice_id: "${slice}" is not a number`);
  const known = await services.db
    .selectFrom('charts')
    .select('id')
    .where('id', '=', Number(slice))
    .executeTakeFirst();
  if (!known) throw notFound();
  return [await warmUp(known.id, act, filters)];
}
