import { type DatasourceData, datasourceApi, type SourceColumn } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { WithData } from '../../data/ports.ts';
import type { Access } from '../../http/access.ts';
import type { Act } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import type { WithSources } from '../../security/data-sources.ts';
import { requireReadable } from '../../security/data-sources.ts';
import { chartResource } from '../chart/chart-resource.ts';
import { chartFormData } from '../chart/chart-rows.ts';
import { columnsAtSource, type Origin, typedColumns } from '../dataset/dataset-columns.ts';
import { requireSeen } from '../resource-queries.ts';
import { datasourceData } from './datasource-data.ts';

/** What a datasource is, what its source has now, and the form data of a chart (contract/api.md §2.18, §2.19). */
export function registerDatasources(app: FastifyInstance, services: Ground & WithData & WithSources): void {
  const defineRoute = routesOf(app, services);
  const may = (permission: string, view: string): { access: Access } => ({ access: { permission, view } });
  // Calls outside `/api/` know browser sessions only (contract/api.md §2.19).
  const config = { sessionOnly: true };
  defineRoute({
    ...datasourceApi.get,
    ...may('can_get', 'Datasource'),
    config,
    handle: async ({ id, param, act }) => readableData(datasetIn(param('type'), id), act),
  });
  defineRoute({
    ...datasourceApi.metadata,
    ...may('can_fetch_datasource_metadata', 'Superset'),
    config,
    handle: async ({ query, act }) => {
      const [, id, type] = /^(\d{1,15})__(\w+)$/.exec(query('datasourceKey') ?? '') ?? [];
      if (id === undefined) throw badRequest('datasourceKey: reads like "12__table"');
      return readableData(datasetIn(type ?? '', Number(id)), act);
    },
  });
  defineRoute({
    ...datasourceApi.sourceColumns,
    ...may('can_external_metadata', 'Datasource'),
    config,
    handle: async ({ id, param, act }) => metadataOf(await originOf(datasetIn(param('type'), id), act), act),
  });
  defineRoute({
    ...datasourceApi.sourceColumnsByName,
    ...may('can_external_metadata_by_name', 'Datasource'),
    config,
    handle: async ({ q, act }) => metadataOf(await originNamed(q, act), act),
  });
  defineRoute({
    ...datasourceApi.chartForm,
    ...may('can_query_form_data', 'Api'),
    handle: async ({ query, act }) => {
      const text = query('slice_id');
      if (text === undefined) return {};
      if (!/^\d{1,15}$/.test(text)) throw badRequest(`slice_id: "${text}" is not a number`);
      await requireSeen(chartResource, [Number(text)], act);
      return chartFormData(
        await services.db
          .selectFrom('charts')
          .selectAll()
          .where('id', '=', Number(text))
          .executeTakeFirstOrThrow(),
      );
    },
  });
}

function datasetIn(type: string, id: number | undefined): number {
  if (type !== 'table' && type !== 'dataset') throw badRequest(`Invalid datasource type: ${type}`);
  if (id === undefined) throw notFound();
  return id;
}

async function readableData(id: number, act: Act<Ground & WithData & WithSources>): Promise<DatasourceData> {
  const data = (await datasourceData([id], act)).get(id);
  if (!data) throw notFound();
  await requireReadable(act.services.sources.ports, act.caller, id);
  return data;
}

async function originOf(id: number, act: Act<Ground & WithSources>): Promise<Origin> {
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
  {
    database_name,
    catalog_name,
    schema_name,
    table_name,
  }: z.output<typeof datasourceApi.sourceColumnsByName.q>,
  act: Act<Ground & WithData & WithSources>,
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

async function metadataOf(origin: Origin, act: Act<Ground & WithData>): Promise<SourceColumn[]> {
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
