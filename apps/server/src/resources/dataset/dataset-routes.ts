import { type DrillInfo, datasetApi, datasourceApi, isJsonObject, type Warmed } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { SourceRef, WithData } from '../../data/ports.ts';
import { type Act, NOTHING } from '../../http/act.ts';
import { type DefineRoute, routesOf } from '../../http/define-route.ts';
import { badRequest, missing, notFound } from '../../http/errors.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import type { Ground } from '../../records/ground.ts';
import type { WithCallers } from '../../security/caller.ts';
import { dashboardShowsDataset } from '../../security/dashboard-grants.ts';
import type { WithSources } from '../../security/data-sources.ts';
import { requireReadable } from '../../security/data-sources.ts';
import { warmUp } from '../chart/chart-data-routes.ts';
import { objectsOnDatasets } from '../related-objects.ts';
import type { ResourceServices } from '../resource-act.ts';
import { requireOwned, requireSeen } from '../resource-queries.ts';
import { registerResource } from '../resource-routes.ts';
import { copyDataset } from './dataset-copy.ts';
import { impactOf } from './dataset-impact.ts';
import { datasetResource } from './dataset-resource.ts';
import { datasetRow } from './dataset-rows.ts';
import { createDataset, datasetsChanged, refreshDataset } from './dataset-writes.ts';

const READ = { permission: 'can_read', view: 'Dataset' };
const WRITE = { permission: 'can_write', view: 'Dataset' };

/** `/dataset/` and the calls on a datasource (contract/api.md §2.2, §2.18, §2.19). */
export function registerDatasets(app: FastifyInstance, services: ResourceServices): void {
  const defineRoute = routesOf(app, services);
  registerResource(app, services, datasetResource);
  defineRoute({
    ...datasetApi.refresh,
    access: WRITE,
    handle: async ({ id, act }) => {
      await refreshDataset(await seenDataset(id, act), act);
      return { message: 'OK' };
    },
  });
  defineRoute({
    ...datasetApi.warmUp,
    access: { permission: 'can_warm_up_cache', view: 'Dataset' },
    handle: async ({ body, act }) => ({ result: await warmUpCharts(body, act) }),
  });
  defineRoute({
    ...datasetApi.relatedObjects,
    access: READ,
    handle: async ({ id, act }) => objectsOnDatasets([await seenDataset(id, act)], act),
  });
  defineRoute({
    ...datasetApi.impact,
    access: WRITE,
    handle: async ({ id: pk, body, act }) => {
      return { result: await impactOf(await seenDataset(pk, act), body.names, act) };
    },
  });
  defineRoute({
    ...datasetApi.drillInfo,
    access: { permission: 'can_get_drill_info', view: 'Dataset' },
    handle: async ({ id, q, act }) => {
      const info = drillInfo(await datasetRow(await drilledDataset(id, q.dashboard_id, act), act));
      return { result: act.caller.guest ? { ...info, ...NOT_FOR_GUESTS } : info };
    },
  });
  registerParts(defineRoute, services);
  defineRoute({
    ...datasetApi.duplicate,
    access: { permission: 'can_duplicate', view: 'Dataset' },
    handle: async ({ body, act }) => ({ id: await copyDataset(body, act), result: body }),
  });
  defineRoute({
    ...datasetApi.getOrCreate,
    access: { permission: 'can_get_or_create_dataset', view: 'Dataset' },
    handle: async ({ body, act }) => ({ result: { table_id: await getOrCreate(body, act) } }),
  });
  registerDatasource(defineRoute, services);
}

/** Removing columns and metrics one by one. */
function registerParts(
  defineRoute: DefineRoute<Ground & WithCallers & WithSources>,
  { db }: Pick<Ground, 'db'>,
): void {
  for (const [api, table] of [
    [datasetApi.removeColumn, 'dataset_columns'],
    [datasetApi.removeMetric, 'dataset_metrics'],
  ] as const) {
    defineRoute({
      ...api,
      access: WRITE,
      handle: async ({ id: pk, idParam, act }) => {
        const id = await seenDataset(pk, act);
        await requireOwned(datasetResource, [id], act);
        const gone = await db
          .deleteFrom(table)
          .where('dataset_id', '=', id)
          .where('id', '=', idParam('part') ?? NOTHING)
          .executeTakeFirst();
        if (Number(gone.numDeletedRows) === 0) throw notFound();
        datasetsChanged(act);
        return { message: 'OK' };
      },
    });
  }
}

async function seenDataset(id: number | undefined, act: Act): Promise<number> {
  if (id === undefined) throw notFound();
  await requireSeen(datasetResource, [id], act);
  return id;
}

/** Answers the charts of a dataset afresh, one after another: it is nobody's hurry. Rejects with 404 when there is none of this name. */
export async function warmUpCharts(
  { db_name, table_name, extra_filters }: z.output<typeof datasetApi.warmUp.body>,
  act: Act<Ground & WithData>,
): Promise<Warmed[]> {
  const { db } = act.services;
  const dataset = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select('datasets.id')
    .where('database_name', '=', db_name)
    .where('table_name', '=', table_name)
    .executeTakeFirst();
  if (!dataset) throw missing('The provided table was not found in the provided database');
  const charts = await db
    .selectFrom('charts')
    .select('id')
    .where('datasource_id', '=', dataset.id)
    .where('datasource_type', '=', 'table')
    .orderBy('id')
    .execute();
  const results: Warmed[] = [];
  for (const { id } of charts) {
    act.signal.throwIfAborted();
    results.push(await warmUp(id, act, extra_filters));
  }
  return results;
}

/** Guests learn nothing of the people of the installation. */
const NOT_FOR_GUESTS = {
  owners: undefined,
  created_by: undefined,
  changed_by: undefined,
  created_on_humanized: undefined,
  changed_on_humanized: undefined,
};

/** A dataset that the caller sees, or that a dashboard shows them which they name (contract/api.md §2.2). Rejects with 404 for others. */
async function drilledDataset(
  id: number | undefined,
  dashboardId: number | undefined,
  act: Act,
): Promise<number> {
  if (id === undefined) throw notFound();
  const isShown =
    dashboardId !== undefined && (await dashboardShowsDataset(act.services.db, act.caller, dashboardId, id));
  return isShown ? id : seenDataset(id, act);
}

function drillInfo(row: Awaited<ReturnType<typeof datasetRow>>): DrillInfo {
  const { id, table_name, owners, created_by, changed_by, created_on_humanized, changed_on_humanized } = row;
  return {
    id,
    table_name,
    columns: row.columns
      .filter((column) => column.groupby)
      .map(({ column_name, verbose_name }) => ({ column_name, verbose_name })),
    owners,
    created_by,
    changed_by,
    created_on_humanized,
    changed_on_humanized,
  };
}

async function getOrCreate(
  body: z.output<typeof datasetApi.getOrCreate.body>,
  act: Act<Ground & WithCallers & WithData & WithSources>,
): Promise<number> {
  const { database_id, table_name, schema, catalog, template_params, ...flags } = body;
  const known = await act.services.db
    .selectFrom('datasets')
    .select(['id', 'schema', 'catalog'])
    .where('database_id', '=', database_id)
    .where('table_name', '=', table_name)
    .execute();
  const fits = known.find(
    (row) => (!schema || row.schema === schema) && (!catalog || !row.catalog || row.catalog === catalog),
  );
  if (fits) {
    await requireReadable(act.services.sources.ports, act.caller, fits.id);
    return fits.id;
  }
  const made = await createDataset(
    { database: database_id, table_name, schema, catalog, template_params, ...flags },
    act,
  );
  return made.id;
}

const NO_DATASOURCE = 'Datasource does not exist';

function registerDatasource(
  defineRoute: DefineRoute,
  services: Pick<Ground, 'config'> & WithData & WithSources,
): void {
  defineRoute({
    ...datasourceApi.samples,
    access: { permission: 'can_samples', view: 'Datasource' },
    handle: async ({ request, act, reply }) => {
      const read = datasourceApi.samples.query.safeParse(request.query);
      if (!read.success)
        throw badRequest(
          read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
        );
      const { datasource_type, datasource_id, page, per_page, force } = read.data;
      const source = await knownSource(datasource_type, datasource_id, act);
      // What the filters are is read where the question is made.
      const body = isJsonObject(request.body) ? request.body : null;
      const { SAMPLES_ROW_LIMIT: most } = services.config;
      const data = await services.data();
      const asked = {
        source,
        page,
        perPage: Math.min(per_page ?? most, most),
        force: force === 'true',
        body,
      };
      return sendAnswer(reply, await data.samples(asked, act.caller.principal, act.signal));
    },
  });
  defineRoute({
    ...datasourceApi.columnValues,
    access: { permission: 'can_get_column_values', view: 'Datasource' },
    handle: async ({ id, param, act, reply }) => {
      if (id === undefined) throw notFound();
      const source = await knownSource(param('type'), id, act);
      const { principal } = act.caller;
      const data = await services.data();
      const isQuery = source.type === 'query';
      if (!isQuery) await requireReadable(services.sources.ports, act.caller, id);
      const column = param('column');
      const asked = await (isQuery
        ? data.labQueryDataset(id, principal, act.signal)
        : services.sources.ports.dataset(id));
      if (!asked?.columns.some((each) => each.column_name === column))
        throw badRequest(`Column name ${column} does not exist`);
      return sendAnswer(reply, await data.columnValues(source, column, principal, act.signal));
    },
  });
}

/** What questions may be asked of: a dataset that is there, or a query; whether the caller sees that is found when it is asked. */
async function knownSource(kind: string, id: number, act: Act): Promise<SourceRef> {
  if (kind === 'query') return { type: kind, id };
  if (kind !== 'table' && kind !== 'dataset') throw badRequest(`Invalid datasource type: ${kind}`);
  if (!(await isKnown(id, act))) throw missing(NO_DATASOURCE);
  return { type: 'table', id };
}

async function isKnown(id: number, act: Act): Promise<boolean> {
  return (
    (await act.services.db.selectFrom('datasets').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined
  );
}
