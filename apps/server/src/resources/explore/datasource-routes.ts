import type { DatasourceData } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { needs } from '../../http/access.ts';
import { type Act, actOf, idParameter, queryParameter, textParameter } from '../../http/act.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { parseQ } from '../../http/q-argument.ts';
import { taking } from '../../http/wire-shape.ts';
import { requireReadable } from '../../security/data-sources.ts';
import type { Services } from '../../services.ts';
import { chartResource } from '../chart/chart-resource.ts';
import { chartFormData } from '../chart/chart-rows.ts';
import type { Wire } from '../columns.ts';
import { columnsAtSource, type Origin, typedColumns } from '../dataset/dataset-columns.ts';
import { requireSeen } from '../resource-queries.ts';
import { datasourceData } from './datasource-data.ts';

/** Calls outside `/api/` know browser sessions only (contract/api.md §2.19). */
const ofSession = (permission: string, view: string) => ({
  config: { ...needs(permission, view).config, sessionOnly: true },
});

const byName = z.object({
  datasource_type: z.string(),
  database_name: z.string(),
  catalog_name: z.string().nullish(),
  schema_name: z.string().nullish(),
  table_name: z.string(),
  normalize_columns: z.boolean().nullish(),
  always_filter_main_dttm: z.boolean().nullish(),
});

/** What a datasource is, what its source has now, and the form data of a chart (contract/api.md §2.18, §2.19). */
export function registerDatasources(app: FastifyInstance, services: Services): void {
  const act = (request: FastifyRequest): Act => actOf(services, request);
  app.get('/datasource/get/:type/:pk/', ofSession('can_get', 'Datasource'), async (request) =>
    readableData(datasetIn(textParameter(request, 'type'), idParameter(request)), act(request)),
  );
  app.get(
    '/superset/fetch_datasource_metadata',
    ofSession('can_fetch_datasource_metadata', 'Superset'),
    async (request) => {
      const [, id, type] = /^(\d{1,15})__(\w+)$/.exec(queryParameter(request, 'datasourceKey') ?? '') ?? [];
      if (id === undefined) throw badRequest('datasourceKey: reads like "12__table"');
      return readableData(datasetIn(type ?? '', Number(id)), act(request));
    },
  );
  app.get(
    '/datasource/external_metadata/:type/:pk/',
    ofSession('can_external_metadata', 'Datasource'),
    async (request) => {
      const id = datasetIn(textParameter(request, 'type'), idParameter(request));
      return metadataOf(await originOf(id, act(request)), act(request));
    },
  );
  app.get(
    '/datasource/external_metadata_by_name/',
    taking(ofSession('can_external_metadata_by_name', 'Datasource'), { q: byName }),
    async (request) => {
      const named = parseQ(byName, request.query);
      return metadataOf(await originNamed(named, act(request)), act(request));
    },
  );
  app.get('/api/v1/form_data/', needs('can_query_form_data', 'Api'), async (request) => {
    const text = queryParameter(request, 'slice_id');
    if (text === undefined) return {};
    if (!/^\d{1,15}$/.test(text)) throw badRequest(`slice_id: "${text}" is not a number`);
    await requireSeen(chartResource, [Number(text)], act(request));
    return chartFormData(
      await services.db
        .selectFrom('charts')
        .selectAll()
        .where('id', '=', Number(text))
        .executeTakeFirstOrThrow(),
    );
  });
}

function datasetIn(type: string, id: number | undefined): number {
  if (type !== 'table' && type !== 'dataset') throw badRequest(`Invalid datasource type: ${type}`);
  if (id === undefined) throw notFound();
  return id;
}

async function readableData(id: number, act: Act): Promise<DatasourceData> {
  const data = (await datasourceData([id], act)).get(id);
  if (!data) throw notFound();
  await requireReadable(act.services.sources.ports, act.caller, id);
  return data;
}

async function originOf(id: number, act: Act): Promise<Origin> {
  const row = await act.services.db
    .selectFrom('datasets')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  await requireReadable(act.services.sources.ports, act.caller, id);
  return row;
}

/** The dataset of that name, or the table itself where there is none. */
async function originNamed(
  { database_name, catalog_name, schema_name, table_name }: z.output<typeof byName>,
  act: Act,
): Promise<Origin> {
  const { db } = act.services;
  const database = await db
    .selectFrom('databases')
    .select('id')
    .where('database_name', '=', database_name)
    .executeTakeFirst();
  if (!database) throw notFound();
  const known = await db
    .selectFrom('datasets')
    .select('id')
    .where('database_id', '=', database.id)
    .where('table_name', '=', table_name)
    .where('schema', schema_name ? '=' : 'is', schema_name ?? null)
    .executeTakeFirst();
  if (known) return originOf(known.id, act);
  const place = { catalog: catalog_name ?? null, schema: schema_name ?? null };
  const touched = { tables: [{ ...place, table: table_name }], isTransparent: true };
  await (await act.services.data()).requireTables(database.id, touched, place, act.caller.principal);
  return { ...place, database_id: database.id, table_name, sql: null, template_params: null };
}

async function metadataOf(origin: Origin, act: Act): Promise<Wire[]> {
  const columns = await typedColumns(await columnsAtSource(origin, act), origin.database_id, act.services.db);
  return columns.map(({ name, nativeType, generic, nullable, default: usual, comment }) => ({
    column_name: name,
    name,
    type: nativeType,
    type_generic: generic,
    is_dttm: generic === 2,
    nullable,
    default: usual,
    comment,
  }));
}
