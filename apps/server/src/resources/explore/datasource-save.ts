import {
  type DatasourceData,
  datasetApi,
  datasetColumnPut,
  datasetMetricPut,
  datasourceApi,
  isJsonObject,
  type JsonObject,
} from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest, listed, notFound } from '../../http/errors.ts';
import { readJson } from '../../http/json-text.ts';
import { parseBody } from '../../http/validation.ts';
import type { Ground } from '../../records/ground.ts';
import type { WithCallers } from '../../security/caller.ts';
import type { WithSources } from '../../security/data-sources.ts';
import { datasetResource } from '../dataset/dataset-resource.ts';
import { changeDataset } from '../dataset/dataset-writes.ts';
import { requireSeen } from '../resource-queries.ts';
import { datasourceData } from './datasource-data.ts';

/** `POST /datasource/save/` (contract/api.md §2.19): a dataset as `/datasource/get/` told it, with changes, in the field `data` of a form. */
export function registerDatasourceSave(
  app: FastifyInstance,
  services: Ground & WithCallers & WithData & WithSources,
): void {
  routesOf(
    app,
    services,
  )({
    ...datasourceApi.save,
    access: { permission: 'can_save', view: 'Datasource' },
    config: { sessionOnly: true },
    handle: async ({ request, act }) => {
      const given = givenData(request);
      const id = Number(given.id);
      if (!Number.isInteger(id) || id < 1) throw notFound();
      await requireSeen(datasetResource, [id], act);
      await changeDataset(id, parseBody(datasetApi.update.body, changesIn(given)), { override: false }, act);
      return savedData(id, act);
    },
  });
}

function givenData({ body }: FastifyRequest): JsonObject {
  const text = isJsonObject(body) ? body.data : undefined;
  if (typeof text !== 'string') throw badRequest('data: is missing; it is a dataset in JSON');
  const value = readJson(text, 'data');
  if (isJsonObject(value)) return value;
  throw badRequest('data: has to be an object');
}

/** What of it is a dataset's to change; the rest says only what it was like. Throws 409 where a column stands twice. */
function changesIn(given: JsonObject): Record<string, unknown> {
  const { uuid: _, folders: __, ...changes } = chosen(given, datasetApi.update.body);
  const columns = partsOf(given.columns, datasetColumnPut);
  const metrics = partsOf(given.metrics, datasetMetricPut);
  const names = columns?.map((column) => String(column.column_name)) ?? [];
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw listed(409, 'GENERIC_COMMAND_ERROR', `Duplicate column name(s): ${twice}`);
  const database = isJsonObject(given.database) ? given.database.id : undefined;
  const owners = Array.isArray(given.owners)
    ? given.owners.map((owner) => (isJsonObject(owner) ? (owner.id ?? null) : owner))
    : undefined;
  return {
    ...changes,
    ...(columns && { columns }),
    ...(metrics && { metrics }),
    ...(owners && { owners }),
    ...(typeof database === 'number' && { database_id: database }),
  };
}

function partsOf(parts: unknown, schema: z.ZodObject): JsonObject[] | undefined {
  return Array.isArray(parts)
    ? parts.map((part: unknown) => (isJsonObject(part) ? chosen(part, schema) : {}))
    : undefined;
}

/** The members of an object that a schema knows. */
function chosen(given: JsonObject, schema: z.ZodObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(schema.shape, name)));
}

async function savedData(id: number, act: Act<Ground & WithData>): Promise<DatasourceData> {
  const data = (await datasourceData([id], act)).get(id);
  if (!data) throw notFound();
  return data;
}
