import { isJsonObject } from '@chartroom/model';
import type { Db } from '../records/records.ts';
import { storedDocument } from '../records/stored-json.ts';
import type { Row } from '../records/tables.ts';
import { member } from './bundle-schemas.ts';

/** The file a thing gets: its name as letters that every file system takes (contract/api.md §5.1). */
export function fileSlug(name: string, fallback: string | number): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/[/\\]/g, ' ')
    .split(/\s+/)
    .join('_')
    .replaceAll(/[^A-Za-z0-9_.-]/g, '')
    .replaceAll(/^[._]+|[._]+$/g, '');
  return slug || String(fallback);
}

const VERSION = '1.0.0';

/** Documents in the order of fields that exports have (contract/api.md §5.2). A database comes with the tunnel to it, its secrets masked. */
export function databaseDocument(row: Row<'databases'>, tunnel: object | undefined, nested: boolean): object {
  const upload = row.allow_file_upload === 1;
  return {
    database_name: row.database_name,
    sqlalchemy_uri: row.sqlalchemy_uri,
    cache_timeout: row.cache_timeout,
    expose_in_sqllab: row.expose_in_sqllab === 1,
    allow_run_async: row.allow_run_async === 1,
    allow_ctas: row.allow_ctas === 1,
    allow_cvas: row.allow_cvas === 1,
    allow_dml: row.allow_dml === 1,
    ...(nested ? { allow_file_upload: upload } : { allow_csv_upload: upload }),
    extra: uploadSchemas(documentOf(row.extra) ?? {}, nested),
    impersonate_user: row.impersonate_user === 1,
    uuid: row.uuid,
    ...(tunnel && { ssh_tunnel: tunnel }),
    version: VERSION,
  };
}

/** The schemas for uploads go by an older name in exports of databases themselves (contract/api.md §5.2). */
function uploadSchemas(
  { schemas_allowed_for_file_upload: schemas, ...extra }: Mapping,
  nested: boolean,
): Mapping {
  if (schemas === undefined) return extra;
  return {
    ...extra,
    [nested ? 'schemas_allowed_for_file_upload' : 'schemas_allowed_for_csv_upload']: schemas,
  };
}

/** A dataset with its metrics and columns. */
export async function datasetDocument(row: Row<'datasets'>, databaseUuid: string, db: Db): Promise<object> {
  const metrics = await db
    .selectFrom('dataset_metrics')
    .selectAll()
    .where('dataset_id', '=', row.id)
    .orderBy('id')
    .execute();
  const columns = await db
    .selectFrom('dataset_columns')
    .selectAll()
    .where('dataset_id', '=', row.id)
    .orderBy('id')
    .execute();
  return {
    table_name: row.table_name,
    main_dttm_col: row.main_dttm_col,
    description: row.description,
    default_endpoint: row.default_endpoint,
    offset: row.offset,
    cache_timeout: row.cache_timeout,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    params: documentOf(row.params),
    template_params: documentOf(row.template_params),
    filter_select_enabled: row.filter_select_enabled === 1,
    fetch_values_predicate: row.fetch_values_predicate,
    extra: documentOf(row.extra),
    normalize_columns: row.normalize_columns === 1,
    always_filter_main_dttm: row.always_filter_main_dttm === 1,
    folders: listOf(row.folders),
    uuid: row.uuid,
    metrics: metrics.map((metric) => ({
      metric_name: metric.metric_name,
      verbose_name: metric.verbose_name,
      metric_type: metric.metric_type,
      expression: metric.expression,
      description: metric.description,
      d3format: metric.d3format,
      currency: documentOf(metric.currency),
      extra: documentOf(metric.extra),
      warning_text: metric.warning_text,
    })),
    columns: columns.map((column) => ({
      column_name: column.column_name,
      verbose_name: column.verbose_name,
      is_dttm: column.is_dttm === 1,
      is_active: column.is_active === 1,
      type: column.type,
      advanced_data_type: column.advanced_data_type,
      groupby: column.groupby === 1,
      filterable: column.filterable === 1,
      expression: column.expression,
      description: column.description,
      python_date_format: column.python_date_format,
      extra: documentOf(column.extra),
    })),
    version: VERSION,
    database_uuid: databaseUuid,
  };
}

/** A chart over the dataset of a uuid. */
export function chartDocument(row: Row<'charts'>, datasetUuid: string | undefined, tags: string[]): object {
  return {
    slice_name: row.slice_name,
    description: row.description,
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    viz_type: row.viz_type,
    params: documentOf(row.params) ?? {},
    query_context: row.query_context,
    cache_timeout: row.cache_timeout,
    uuid: row.uuid,
    version: VERSION,
    ...(datasetUuid !== undefined && { dataset_uuid: datasetUuid }),
    tags,
  };
}

/** A dashboard whose filters name datasets by uuid. Charts that its layout does not show get a row of their own. */
export function dashboardDocument(
  row: Row<'dashboards'>,
  datasetUuids: ReadonlyMap<number, string>,
  charts: Row<'charts'>[],
  more: { themeUuid: string | null; tags: string[] },
): object {
  return {
    dashboard_title: row.dashboard_title,
    description: row.description,
    css: row.css,
    slug: row.slug,
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    published: row.published === 1,
    uuid: row.uuid,
    position: withAllCharts(documentOf(row.position_json) ?? undefined, row.dashboard_title ?? '', charts),
    metadata: withDatasetUuids(documentOf(row.json_metadata) ?? {}, datasetUuids),
    theme_uuid: more.themeUuid,
    version: VERSION,
    tags: more.tags,
  };
}

/** A saved query of a database. */
export function queryDocument(row: Row<'saved_queries'>, databaseUuid: string): object {
  const { catalog, schema, label, description, uuid } = row;
  return {
    catalog,
    schema,
    label,
    description,
    sql: row.sql ?? '',
    uuid,
    version: VERSION,
    database_uuid: databaseUuid,
  };
}

export function themeDocument(row: Row<'themes'>): object {
  return {
    theme_name: row.theme_name,
    json_data: documentOf(row.json_data) ?? {},
    uuid: row.uuid,
    version: VERSION,
  };
}

type Mapping = Record<string, unknown>;

function withDatasetUuids(metadata: Mapping, uuids: ReadonlyMap<number, string>): Mapping {
  const filters = metadata.native_filter_configuration;
  if (!Array.isArray(filters)) return metadata;
  const named = filters.map((filter: unknown) => {
    if (!isJsonObject(filter) || !Array.isArray(filter.targets)) return filter;
    const targets = filter.targets.map((target: unknown) => {
      if (!isJsonObject(target) || typeof target.datasetId !== 'number') return target;
      const { datasetId, ...rest } = target;
      return { ...rest, datasetUuid: uuids.get(datasetId) };
    });
    return { ...filter, targets };
  });
  return { ...metadata, native_filter_configuration: named };
}

function emptyLayout(title: string): Mapping {
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [], parents: ['ROOT_ID'] },
    HEADER_ID: { type: 'HEADER', id: 'HEADER_ID', meta: { text: title } },
  };
}

/** A layout, or an empty one, in which every chart is: those that it does not show get a row of their own. */
export function withAllCharts(
  given: Mapping | undefined,
  title: string,
  charts: Pick<Row<'charts'>, 'id' | 'uuid' | 'slice_name'>[],
): Mapping {
  const position = given ?? emptyLayout(title);
  const shown = new Set(Object.values(position).map((node) => member(node, 'meta')?.chartId));
  const missing = charts.filter((chart) => !shown.has(chart.id));
  const grid = position.GRID_ID;
  if (missing.length === 0 || !isJsonObject(grid)) return position;
  const row = `ROW-N-${missing[0]?.uuid.slice(0, 8)}`;
  const nodes = missing.map((chart) => {
    const id = `CHART-${chart.uuid.slice(0, 8)}`;
    const meta = { chartId: chart.id, uuid: chart.uuid, sliceName: chart.slice_name, width: 4, height: 50 };
    return [id, { type: 'CHART', id, children: [], parents: ['ROOT_ID', 'GRID_ID', row], meta }] as const;
  });
  const children = Array.isArray(grid.children) ? grid.children : [];
  return {
    ...position,
    GRID_ID: { ...grid, children: [...children, row] },
    [row]: {
      type: 'ROW',
      id: row,
      children: nodes.map(([id]) => id),
      parents: ['ROOT_ID', 'GRID_ID'],
      meta: { '0': 'ROOT_ID', background: 'BACKGROUND_TRANSPARENT' },
    },
    ...Object.fromEntries(nodes),
  };
}

function documentOf(text: string | null): Mapping | null {
  const value = storedDocument(text);
  return isJsonObject(value) ? value : null;
}

function listOf(text: string | null): unknown[] | null {
  const value = storedDocument(text);
  return Array.isArray(value) ? value : null;
}
