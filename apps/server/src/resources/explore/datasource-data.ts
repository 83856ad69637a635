import {
  type DatasetColumn,
  type DatasetMetric,
  type DatasourceData,
  readMarks,
  toldOfExtra,
} from '@chartroom/model';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import type { Ground } from '../../records/ground.ts';
import { storedObject } from '../../records/stored-json.ts';
import type { Row } from '../../records/tables.ts';
import { datasetView } from '../../security/data-grants.ts';
import { currencyOf, genericOf } from '../../security/data-sources.ts';
import { connectionFields, databaseExtra, engineInformation } from '../database/database-rows.ts';
import { selectStar } from '../database/select-star.ts';
import { ownersOf } from '../people.ts';

const OWNERSHIP = { link: 'dataset_owners', own: 'dataset_id' } as const;

/** Datasets as Explore and dashboards receive them (contract/api.md §2.20), by id; those that are gone are left out. */
export async function datasourceData(
  ids: number[],
  act: Act<Ground & WithData>,
): Promise<Map<number, DatasourceData>> {
  const { db } = act.services;
  if (ids.length === 0) return new Map();
  const [datasets, columns, metrics, owners] = await Promise.all([
    db.selectFrom('datasets').selectAll().where('id', 'in', ids).execute(),
    db.selectFrom('dataset_columns').selectAll().where('dataset_id', 'in', ids).orderBy('id').execute(),
    db.selectFrom('dataset_metrics').selectAll().where('dataset_id', 'in', ids).orderBy('id').execute(),
    ownersOf(db, OWNERSHIP, ids),
  ]);
  const databases = await db
    .selectFrom('databases')
    .selectAll()
    .where('id', 'in', [0, ...datasets.map((row) => row.database_id)])
    .execute();
  const made = datasets.map(async (row) => {
    const database = databases.find((each) => each.id === row.database_id);
    const parts = {
      columns: columns.filter((column) => column.dataset_id === row.id).map(presentedColumn),
      metrics: metrics.filter((metric) => metric.dataset_id === row.id).map(presentedMetric),
      owners: owners.get(row.id) ?? [],
    };
    return [row.id, await presentedDataset(row, database, parts, act)] as const;
  });
  return new Map(await Promise.all(made));
}

/** What stands in the place of a dataset that is gone: its name says so, and it has no columns. */
export function missingDatasource(id: number): DatasourceData {
  return {
    id,
    uid: `${id}__table`,
    type: 'table',
    name: '[Missing Dataset]',
    datasource_name: '[Missing Dataset]',
    table_name: '[Missing Dataset]',
    catalog: null,
    schema: null,
    sql: null,
    description: null,
    database: { id: 0, name: '', backend: '' },
    columns: [],
    metrics: [],
    column_formats: {},
    verbose_map: {},
    order_by_choices: [],
    owners: [],
    granularity_sqla: [],
    time_grain_sqla: [],
    main_dttm_col: null,
    default_endpoint: null,
    filter_select_enabled: false,
    fetch_values_predicate: null,
    template_params: null,
    is_sqllab_view: false,
    extra: null,
    offset: 0,
    cache_timeout: null,
    always_filter_main_dttm: false,
    normalize_columns: false,
  };
}

interface Parts {
  columns: DatasourceData['columns'];
  metrics: DatasourceData['metrics'];
  owners: DatasourceData['owners'];
}

async function presentedDataset(
  row: Row<'datasets'>,
  database: Row<'databases'> | undefined,
  { columns, metrics, owners }: Parts,
  act: Act<Ground & WithData>,
): Promise<DatasourceData> {
  const name = row.schema ? `${row.schema}.${row.table_name}` : row.table_name;
  return {
    id: row.id,
    uid: `${row.id}__table`,
    type: 'table',
    name,
    datasource_name: row.table_name,
    table_name: row.table_name,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    description: row.description,
    database: database ? await presentedDatabase(database) : { id: row.database_id, name: '', backend: '' },
    columns,
    metrics,
    folders: row.folders ? JSON.parse(row.folders) : null,
    column_formats: Object.fromEntries(
      metrics.flatMap((metric) => (metric.d3format ? [[metric.metric_name, metric.d3format]] : [])),
    ),
    currency_formats: Object.fromEntries(
      metrics.flatMap((metric) => (metric.currency ? [[metric.metric_name, metric.currency]] : [])),
    ),
    verbose_map: verboseMap(columns, metrics),
    ...columnChoices(columns),
    owners,
    time_grain_sqla: database ? await (await act.services.data()).timeGrains(database.id) : [],
    main_dttm_col: row.main_dttm_col,
    default_endpoint: row.default_endpoint,
    filter_select: row.filter_select_enabled === 1,
    filter_select_enabled: row.filter_select_enabled === 1,
    fetch_values_predicate: row.fetch_values_predicate,
    template_params: row.template_params,
    is_sqllab_view: row.is_sqllab_view === 1,
    health_check_message: null,
    select_star: database ? await firstRows(row, database) : null,
    extra: row.extra,
    params: row.params,
    perm: datasetView(database?.database_name ?? '', row),
    edit_url: `/tablemodelview/edit/${row.id}`,
    offset: row.offset,
    cache_timeout: row.cache_timeout,
    always_filter_main_dttm: row.always_filter_main_dttm === 1,
    normalize_columns: row.normalize_columns === 1,
  };
}

/** What can be ordered by, and which columns are of time. */
function columnChoices(
  columns: readonly DatasetColumn[],
): Pick<DatasourceData, 'order_by_choices' | 'granularity_sqla'> {
  return {
    order_by_choices: columns.flatMap(({ column_name }): [string, string][] => [
      [JSON.stringify([column_name, true]), `${column_name} [asc]`],
      [JSON.stringify([column_name, false]), `${column_name} [desc]`],
    ]),
    granularity_sqla: columns.flatMap(({ column_name, is_dttm }): [string, string][] =>
      is_dttm ? [[column_name, column_name]] : [],
    ),
  };
}

/**
 * A query of SQL Lab as Explore receives it (contract/ui.md D3): its columns, no metrics of its own. Rejects with 404 when there
 * is none that the caller sees, and as its questions do.
 */
export async function queryDatasource(
  id: number,
  { services, caller, signal }: Act<Ground & WithData>,
): Promise<DatasourceData> {
  const data = await services.data();
  const { database_id, table_name, catalog, schema, sql, ...query } = await data.labQueryDataset(
    id,
    caller.principal,
    signal,
  );
  const database = await services.db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', database_id)
    .executeTakeFirstOrThrow();
  const columns = query.columns.map((column) => ({ ...column, uuid: '', ...readMarks({}) }));
  return {
    ...missingDatasource(id),
    uid: `${id}__query`,
    type: 'query',
    name: table_name,
    datasource_name: table_name,
    table_name,
    catalog,
    schema,
    sql,
    database: await presentedDatabase(database),
    columns,
    ...columnChoices(columns),
    verbose_map: verboseMap(columns, []),
    time_grain_sqla: await data.timeGrains(database_id),
    filter_select: true,
    filter_select_enabled: true,
  };
}

async function firstRows(
  { table_name, schema }: Row<'datasets'>,
  { backend }: Row<'databases'>,
): Promise<string | null> {
  const { engineById } = await import('@chartroom/engines');
  const engine = engineById(backend);
  return engine ? selectStar(engine.dialect, { table: table_name, schema }) : null;
}

async function presentedDatabase(row: Row<'databases'>): Promise<DatasourceData['database']> {
  const { engineById } = await import('@chartroom/engines');
  const extra = databaseExtra(row);
  const engine = engineById(row.backend);
  return {
    id: row.id,
    name: row.database_name,
    backend: row.backend,
    configuration_method: row.configuration_method,
    allows_subquery: engine?.dialect.capabilities.subqueries ?? true,
    allows_cost_estimate: extra.cost_estimate_enabled === true && (engine?.capabilities.estimate ?? false),
    ...toldOfExtra(extra, row.id),
    parameters: {},
    parameters_schema: engine?.capabilities.embedded ? {} : await connectionFields(row.backend),
    engine_information: await engineInformation(row.backend),
  };
}

function presentedColumn(column: Row<'dataset_columns'>): DatasourceData['columns'][number] {
  return {
    id: column.id,
    uuid: column.uuid,
    column_name: column.column_name,
    verbose_name: column.verbose_name,
    description: column.description,
    expression: column.expression,
    filterable: column.filterable === 1,
    groupby: column.groupby === 1,
    is_dttm: column.is_dttm === 1,
    type: column.type,
    type_generic: genericOf(column.type_generic),
    advanced_data_type: column.advanced_data_type,
    python_date_format: column.python_date_format,
    ...readMarks(storedObject(column.extra)),
  };
}

function presentedMetric(metric: Row<'dataset_metrics'>): DatasourceData['metrics'][number] {
  return {
    id: metric.id,
    uuid: metric.uuid,
    metric_name: metric.metric_name,
    verbose_name: metric.verbose_name,
    description: metric.description,
    expression: metric.expression,
    d3format: metric.d3format,
    currency: currencyOf(metric.currency),
    warning_text: metric.warning_text,
    ...readMarks(storedObject(metric.extra)),
  };
}

export function verboseMap(columns: DatasetColumn[], metrics: DatasetMetric[]): Record<string, string> {
  const map: Record<string, string> = { __timestamp: 'Time' };
  for (const { metric_name, verbose_name } of metrics) map[metric_name] = verbose_name || metric_name;
  for (const { column_name, verbose_name } of columns) map[column_name] = verbose_name || column_name;
  return map;
}
