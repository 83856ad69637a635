import { type ChartItem, chartUrl, type JsonObject } from '@chartroom/model';
import { sql } from 'kysely';
import type { Act } from '../../http/act.ts';
import { notFound } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import { storedObject } from '../../records/stored-json.ts';
import type { Row } from '../../records/tables.ts';
import { dashboardVisible } from '../../security/dashboard-grants.ts';
import { exploreUrl } from '../dataset/dataset-rows.ts';
import { markedDown } from '../marked-down.ts';
import { OBJECT_TYPES, tagsOf } from '../object-tags.ts';
import { auditOf, groupBy, inOrder, ownersOf, peopleOf } from '../people.ts';
import { chartPictures } from '../picture-digests.ts';
import type { Ownership } from '../resource.ts';

/** Who owns charts. */
export const CHART_OWNERS: Ownership = { link: 'chart_owners', own: 'chart_id' };

/** Rows of charts with every column that lists and items may show (contract/api.md §2.3). */
export async function chartRows(ids: number[], act: Act) {
  const { db } = act.services;
  const rows = await db.selectFrom('charts').selectAll().where('id', 'in', ids).execute();
  const [audit, owners, tags, dashboards, datasets, savers, descriptions] = await Promise.all([
    auditOf(rows, act),
    ownersOf(db, CHART_OWNERS, ids),
    tagsOf(db, OBJECT_TYPES.chart, ids),
    dashboardsOf(ids, act),
    datasetsOf(rows, act),
    peopleOf(
      db,
      rows.map((row) => row.last_saved_by_id),
    ),
    markedDown(rows.map((row) => row.description)),
  ]);
  const pictures = await chartPictures(rows, owners, act);
  const shown = rows.map((row, at) => ({
    ...plainChart(row, datasets.get(row.datasource_id), act),
    id: row.id,
    description_markeddown: descriptions[at] ?? '',
    thumbnail_url: pictures.get(row.id) ?? '',
    owners: owners.get(row.id) ?? [],
    tags: tags.get(row.id) ?? [],
    dashboards: dashboards.get(row.id) ?? [],
    last_saved_at: row.last_saved_at && zoneless(row.last_saved_at),
    last_saved_by: savers.get(row.last_saved_by_id ?? -1) ?? null,
    ...audit(row),
  }));
  return inOrder(ids, shown);
}

type Dataset = Pick<Row<'datasets'>, 'id' | 'uuid' | 'table_name' | 'schema' | 'default_endpoint'>;

async function datasetsOf(rows: Row<'charts'>[], act: Act): Promise<Map<number, Dataset>> {
  if (rows.length === 0) return new Map();
  const found = await act.services.db
    .selectFrom('datasets')
    .select(['id', 'uuid', 'table_name', 'schema', 'default_endpoint'])
    .where(
      'id',
      'in',
      rows.map((row) => row.datasource_id),
    )
    .execute();
  return new Map(found.map((each) => [each.id, each]));
}

/** A dashboard that shows a chart. */
type Showing = Pick<Row<'dashboards'>, 'id' | 'dashboard_title' | 'json_metadata'>;

/** The dashboards on which some charts are, by the id of the chart: those that the caller may open. */
export async function dashboardsOf(ids: number[], act: Act): Promise<Map<number, Showing[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<
    Showing & { chart_id: number }
  >`select dc.chart_id, t.id, t.dashboard_title, t.json_metadata
    from dashboard_charts as dc join dashboards as t on t.id = dc.dashboard_id
    where dc.chart_id in (${sql.join(ids)}) and ${dashboardVisible(act.caller, 'direct')} order by t.id`.execute(
    act.services.db,
  );
  return groupBy(
    rows,
    (row) => row.chart_id,
    ({ chart_id: _, ...dashboard }) => dashboard,
  );
}

function plainChart(row: Row<'charts'>, dataset: Dataset | undefined, act: Act) {
  const { created_by_id: _, changed_by_id: __, last_saved_by_id: ___, ...rest } = row;
  const name = dataset ? tableText(dataset) : row.datasource_name;
  return {
    ...rest,
    is_managed_externally: row.is_managed_externally === 1,
    datasource_name_text: name,
    datasource_url: dataset ? exploreUrl(dataset, act) : null,
    datasource_uuid: dataset?.uuid ?? null,
    edit_url: `/chart/edit/${row.id}`,
    url: chartUrl(row.id),
    slice_url: chartUrl(row.id),
    form_data: chartFormData(row),
    table: dataset ? { table_name: dataset.table_name, default_endpoint: dataset.default_endpoint } : null,
  };
}

/** The stored form data of a chart with what the chart itself says: its id, kind and datasource. */
export function chartFormData(
  row: Pick<Row<'charts'>, 'id' | 'params' | 'viz_type' | 'datasource_id' | 'datasource_type'>,
): JsonObject & { datasource: string } {
  return {
    ...storedObject(row.params),
    slice_id: row.id,
    viz_type: row.viz_type,
    datasource: `${row.datasource_id}__${row.datasource_type}`,
  };
}

/** One chart as its item shows it. */
export async function chartRow(id: number, act: Act): Promise<ChartItem> {
  const [row] = await chartRows([id], act);
  if (!row) throw notFound();
  return { ...row, cache_timeout: typeof row.cache_timeout === 'number' ? String(row.cache_timeout) : null };
}

/** A table's name, with its schema where it has one. */
export function tableText({ schema, table_name }: { schema: string | null; table_name: string }): string {
  return schema ? `${schema}.${table_name}` : table_name;
}
