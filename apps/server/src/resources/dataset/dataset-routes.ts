import {
  DATASOURCE_KINDS,
  datasetDuplicateSchema,
  datasetGetOrCreateSchema,
  datasetWarmUpSchema,
  isJsonObject,
  type Warmed,
} from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { needs } from '../../http/access.ts';
import { type Act, actOf, idParameter, textParameter } from '../../http/act.ts';
import { badRequest, missing, notFound } from '../../http/errors.ts';
import { parseQ } from '../../http/q-argument.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import { parseBody } from '../../http/validation.ts';
import { taking } from '../../http/wire-shape.ts';
import { dashboardShowsDataset } from '../../security/dashboard-grants.ts';
import { requireReadable } from '../../security/data-sources.ts';
import type { Services } from '../../services.ts';
import { warmUp } from '../chart/chart-data-routes.ts';
import type { Wire } from '../columns.ts';
import { objectsOnDatasets } from '../related-objects.ts';
import { requireOwned, requireSeen } from '../resource-queries.ts';
import { registerResource } from '../resource-routes.ts';
import { copyDataset } from './dataset-copy.ts';
import { datasetResource } from './dataset-resource.ts';
import { datasetRow } from './dataset-rows.ts';
import { createDataset, datasetsChanged, refreshDataset } from './dataset-writes.ts';

const READ = needs('can_read', 'Dataset');
const WRITE = needs('can_write', 'Dataset');
const BASE = '/api/v1/dataset';
const drillQuery = z.object({ dashboard_id: z.number().int().optional() });

/** `/dataset/` and the calls on a datasource (contract/api.md §2.2, §2.18, §2.19). */
export function registerDatasets(app: FastifyInstance, services: Services): void {
  registerResource(app, services, datasetResource);
  app.put(`${BASE}/:pk/refresh`, WRITE, async (request) => {
    const act = actOf(services, request);
    await refreshDataset(await seenDataset(request, act), act);
    return { message: 'OK' };
  });
  app.put(
    `${BASE}/warm_up_cache`,
    taking(needs('can_warm_up_cache', 'Dataset'), { body: datasetWarmUpSchema }),
    async (request) => {
      const act = actOf(services, request);
      return { result: await warmUpCharts(parseBody(datasetWarmUpSchema, request.body), act) };
    },
  );
  app.get(`${BASE}/:pk/related_objects`, READ, async (request) => {
    const act = actOf(services, request);
    return objectsOnDatasets([await seenDataset(request, act)], act);
  });
  app.get(
    `${BASE}/:pk/drill_info/`,
    taking(needs('can_get_drill_info', 'Dataset'), { q: drillQuery }),
    async (request) => {
      const act = actOf(services, request);
      const { dashboard_id } = parseQ(drillQuery, request.query);
      const row = await datasetRow(await drilledDataset(request, dashboard_id, act), act);
      return { result: act.caller.guest ? { ...drillInfo(row), ...NOT_FOR_GUESTS } : drillInfo(row) };
    },
  );
  for (const [part, table] of [
    ['column', 'dataset_columns'],
    ['metric', 'dataset_metrics'],
  ] as const) {
    app.delete(`${BASE}/:pk/${part}/:part`, WRITE, async (request) => {
      const act = actOf(services, request);
      const id = await seenDataset(request, act);
      await requireOwned(datasetResource, [id], act);
      const gone = await services.db
        .deleteFrom(table)
        .where('dataset_id', '=', id)
        .where('id', '=', idParameter(request, 'part') ?? -1)
        .executeTakeFirst();
      if (Number(gone.numDeletedRows) === 0) throw notFound();
      datasetsChanged(act);
      return { message: 'OK' };
    });
  }
  app.post(
    `${BASE}/duplicate`,
    taking(needs('can_duplicate', 'Dataset'), { body: datasetDuplicateSchema }),
    async (request, reply) => {
      const act = actOf(services, request);
      const body = parseBody(datasetDuplicateSchema, request.body);
      return reply.status(201).send({ id: await copyDataset(body, act), result: body });
    },
  );
  app.post(
    `${BASE}/get_or_create/`,
    taking(needs('can_get_or_create_dataset', 'Dataset'), { body: datasetGetOrCreateSchema }),
    async (request) => {
      const act = actOf(services, request);
      return {
        result: { table_id: await getOrCreate(parseBody(datasetGetOrCreateSchema, request.body), act) },
      };
    },
  );
  registerDatasource(app, services);
}

async function seenDataset(request: FastifyRequest, act: Act): Promise<number> {
  const id = idParameter(request);
  if (id === undefined) throw notFound();
  await requireSeen(datasetResource, [id], act);
  return id;
}

/** Answers the charts of a dataset afresh, one after another: it is nobody's hurry. Rejects with 404 when there is none of this name. */
export async function warmUpCharts(
  { db_name, table_name, extra_filters }: z.output<typeof datasetWarmUpSchema>,
  act: Act,
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

/** Guests learn nothing of the people of the house. */
const NOT_FOR_GUESTS = {
  owners: undefined,
  created_by: undefined,
  changed_by: undefined,
  created_on_humanized: undefined,
  changed_on_humanized: undefined,
};

/** A dataset that the caller sees, or that a dashboard shows them which they name (contract/api.md §2.2). Rejects with 404 for others. */
async function drilledDataset(
  request: FastifyRequest,
  dashboardId: number | undefined,
  act: Act,
): Promise<number> {
  const id = idParameter(request);
  if (id === undefined) throw notFound();
  const isShown =
    dashboardId !== undefined && (await dashboardShowsDataset(act.services.db, act.caller, dashboardId, id));
  return isShown ? id : seenDataset(request, act);
}

function drillInfo(row: Wire): Wire {
  const columns = Array.isArray(row.columns) ? row.columns.filter(isJsonObject) : [];
  const { id, table_name, owners, created_by, changed_by, created_on_humanized, changed_on_humanized } = row;
  return {
    id,
    table_name,
    columns: columns
      .filter((column) => column.groupby === true)
      .map(({ column_name, verbose_name }) => ({ column_name, verbose_name })),
    owners,
    created_by,
    changed_by,
    created_on_humanized,
    changed_on_humanized,
  };
}

async function getOrCreate(body: typeof datasetGetOrCreateSchema._zod.output, act: Act): Promise<number> {
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

const samplesQuery = z.object({
  datasource_type: z.enum(DATASOURCE_KINDS),
  datasource_id: z.coerce.number().int(),
  force: z.enum(['true', 'false']).default('false'),
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(1000).optional(),
  dashboard_id: z.coerce.number().int().optional(),
});

const NO_DATASOURCE = 'Datasource does not exist';

function registerDatasource(app: FastifyInstance, services: Services): void {
  app.post('/datasource/samples', needs('can_samples', 'Datasource'), async (request, reply) => {
    const act = actOf(services, request);
    const read = samplesQuery.safeParse(request.query);
    if (!read.success)
      throw badRequest(
        read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
      );
    const { datasource_type, datasource_id, page, per_page, force } = read.data;
    requireTableKind(datasource_type);
    await requireDataset(datasource_id, act);
    const body = isJsonObject(request.body) ? request.body : null;
    const perPage = Math.min(
      per_page ?? services.config.SAMPLES_ROW_LIMIT,
      services.config.SAMPLES_ROW_LIMIT,
    );
    const data = await services.data();
    const asked = { datasetId: datasource_id, page, perPage, force: force === 'true', body };
    return sendAnswer(reply, await data.samples(asked, act.caller.principal, act.signal));
  });
  app.get(
    '/api/v1/datasource/:type/:pk/column/:column/values/',
    needs('can_get_column_values', 'Datasource'),
    async (request, reply) => {
      const act = actOf(services, request);
      requireTableKind(textParameter(request, 'type'));
      const id = idParameter(request);
      if (id === undefined) throw notFound();
      await requireDataset(id, act);
      await requireReadable(services.sources.ports, act.caller, id);
      const column = textParameter(request, 'column');
      const dataset = await services.sources.ports.dataset(id);
      if (!dataset?.columns.some((each) => each.column_name === column))
        throw badRequest(`Column name ${column} does not exist`);
      const data = await services.data();
      return sendAnswer(reply, await data.columnValues(id, column, act.caller.principal, act.signal));
    },
  );
}

function requireTableKind(kind: string): void {
  if (kind !== 'table' && kind !== 'dataset') throw badRequest(`Invalid datasource type: ${kind}`);
}

async function requireDataset(id: number, act: Act): Promise<void> {
  if (!(await isKnown(id, act))) throw missing(NO_DATASOURCE);
}

async function isKnown(id: number, act: Act): Promise<boolean> {
  return (
    (await act.services.db.selectFrom('datasets').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined
  );
}
