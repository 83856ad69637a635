import { datasetUrl } from '@chartroom/model';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { notFound } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import { isOwnAddress } from '../../http/own-path.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import { currencyOf, genericOf } from '../../security/data-sources.ts';
import { databaseExtra } from '../database/database-rows.ts';
import { selectStar } from '../database/select-star.ts';
import { datasourceData } from '../explore/datasource-data.ts';
import { auditOf, inOrder, ownersOf } from '../people.ts';
import type { Ownership } from '../resource.ts';

/** Who owns datasets. */
export const DATASET_OWNERS: Ownership = { link: 'dataset_owners', own: 'dataset_id' };

/** Rows of datasets as lists show them. */
export async function datasetRows(ids: number[], act: Act) {
  const { db } = act.services;
  const rows = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .selectAll('datasets')
    .select(['databases.database_name', 'databases.uuid as database_uuid'])
    .where('datasets.id', 'in', ids)
    .execute();
  const audit = await auditOf(rows, act);
  const owners = await ownersOf(db, DATASET_OWNERS, ids);
  const shown = rows.map(({ database_name, database_uuid, ...row }) => ({
    ...plainDataset(row, act),
    id: row.id,
    database: { id: row.database_id, database_name, uuid: database_uuid },
    owners: owners.get(row.id) ?? [],
    ...audit(row),
  }));
  return inOrder(ids, shown);
}

/** Where a dataset is explored: at its own address, unless that leads elsewhere (PREVENT_UNSAFE_DEFAULT_URLS_ON_DATASET; bundles may bring any). */
export function exploreUrl(
  row: Pick<Row<'datasets'>, 'id' | 'default_endpoint'>,
  { services: { config } }: Act,
): string {
  const own = row.default_endpoint;
  if (own && (!config.PREVENT_UNSAFE_DEFAULT_URLS_ON_DATASET || isOwnAddress(own, config.BASE_URL)))
    return own;
  return datasetUrl(row.id);
}

function plainDataset(row: Row<'datasets'>, act: Act) {
  const { folders: _, created_by_id: __, changed_by_id: ___, ...rest } = row;
  const flag = (value: 0 | 1) => value === 1;
  return {
    ...rest,
    kind: row.sql ? ('virtual' as const) : ('physical' as const),
    datasource_type: 'table' as const,
    explore_url: exploreUrl(row, act),
    filter_select_enabled: flag(row.filter_select_enabled),
    is_sqllab_view: flag(row.is_sqllab_view),
    normalize_columns: flag(row.normalize_columns),
    always_filter_main_dttm: flag(row.always_filter_main_dttm),
    is_managed_externally: flag(row.is_managed_externally),
  };
}

/** One dataset with its columns and metrics, as its item shows it (contract/api.md §2.2). */
export async function datasetRow(id: number, act: Act<Ground & WithData>) {
  const { db } = act.services;
  const [[listed], data] = await Promise.all([datasetRows([id], act), datasourceData([id], act)]);
  const source = data.get(id);
  if (!listed || !source) throw notFound();
  const row = await db.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const database = await db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', row.database_id)
    .executeTakeFirstOrThrow();
  const { engineById } = await import('@chartroom/engines');
  const engine = engineById(database.backend);
  return {
    ...listed,
    database: {
      id: database.id,
      database_name: database.database_name,
      uuid: database.uuid,
      backend: database.backend,
      allow_multi_catalog: databaseExtra(database).allow_multi_catalog === true,
    },
    columns: await shownColumns(id, act),
    metrics: await shownMetrics(id, act),
    url: `/tablemodelview/edit/${id}`,
    select_star: engine ? selectStar(engine.dialect, { table: row.table_name, schema: row.schema }) : null,
    uid: source.uid,
    name: source.name,
    datasource_name: source.datasource_name,
    column_formats: source.column_formats,
    granularity_sqla: source.granularity_sqla,
    time_grain_sqla: source.time_grain_sqla,
    order_by_choices: source.order_by_choices,
    verbose_map: source.verbose_map,
  };
}

async function shownColumns(id: number, act: Act) {
  const columns = await act.services.db
    .selectFrom('dataset_columns')
    .selectAll()
    .where('dataset_id', '=', id)
    .orderBy('id')
    .execute();
  return columns.map(({ dataset_id: _, ...column }) => ({
    ...column,
    type_generic: genericOf(column.type_generic),
    is_dttm: column.is_dttm === 1,
    is_active: column.is_active === 1,
    groupby: column.groupby === 1,
    filterable: column.filterable === 1,
    created_on: zoneless(column.created_on),
    changed_on: zoneless(column.changed_on),
  }));
}

async function shownMetrics(id: number, act: Act) {
  const metrics = await act.services.db
    .selectFrom('dataset_metrics')
    .selectAll()
    .where('dataset_id', '=', id)
    .orderBy('id')
    .execute();
  return metrics.map(({ dataset_id: _, ...metric }) => ({
    ...metric,
    currency: currencyOf(metric.currency),
    created_on: zoneless(metric.created_on),
    changed_on: zoneless(metric.changed_on),
  }));
}
