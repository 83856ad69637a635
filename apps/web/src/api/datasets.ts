import { type DatasetPut, type DatasourceData, datasetApi, datasourceApi } from '@chartroom/model';
import { api } from './api.ts';
import { put } from './client.ts';

/**
 * Changes a dataset, unless somebody else has since it was read as `tag` (412). `syncs` reads its columns from its source
 * afterwards, as its new SQL gives them.
 */
export async function saveDataset(
  id: number,
  body: DatasetPut,
  tag: string | null,
  syncs: boolean,
): Promise<void> {
  await put(datasetApi.update.path.replace(':pk', String(id)), {
    body,
    headers: tag === null ? {} : { 'If-Match': tag },
    query: syncs ? { override_columns: true } : {},
  });
}

/** A dataset as charts see it. */
export function fetchDatasource(id: number): Promise<DatasourceData> {
  return api(datasourceApi.get, { params: { type: 'table', pk: id } });
}

/** Makes a dataset of SQL that reads; its id. */
export async function createVirtualDataset(
  name: string,
  place: { databaseId: number; catalog: string | null; schema: string | null },
  sql: string,
  template_params: string | null = null,
): Promise<number> {
  const { databaseId: database, catalog, schema } = place;
  const body = {
    database,
    ...(catalog === null ? {} : { catalog }),
    schema,
    table_name: name,
    sql,
    ...(template_params === null ? {} : { template_params }),
  };
  return (await api(datasetApi.create, { body })).id;
}
