import type { Act } from '../http/act.ts';
import type { Db } from '../records/records.ts';
import type { Row } from '../records/tables.ts';
import { maskedTunnel } from '../resources/database/ssh-tunnel.ts';
import { OBJECT_TYPES, type ShownTag, TAG_TYPES, tagsOf } from '../resources/object-tags.ts';
import { openTunnel } from '../security/sealed-tunnel.ts';
import type { BundleFiles } from './bundle-files.ts';
import {
  chartDocument,
  dashboardDocument,
  databaseDocument,
  datasetDocument,
  fileSlug,
  filterDatasets,
  queryDocument,
  themeDocument,
} from './export-documents.ts';
import { BUNDLE_TYPES, type BundleKind } from './parse-bundle.ts';

/** Everything that is to be written, by kind. */
interface Collected {
  databases: Row<'databases'>[];
  datasets: Row<'datasets'>[];
  charts: Row<'charts'>[];
  dashboards: Row<'dashboards'>[];
  queries: Row<'saved_queries'>[];
  themes: Row<'themes'>[];
}

/** The documents of a bundle for things of one kind, with all they stand on (contract §5.1). */
export async function exportBundle(
  kind: BundleKind,
  ids: Partial<Record<Exclude<BundleKind, 'assets'>, number[]>>,
  act: Act,
): Promise<BundleFiles> {
  const { stringify } = await import('yaml');
  const all = await collect(kind, ids, act);
  const files = new Map<string, string>();
  const write = (path: string, document: object) => {
    // Names that differ may look alike as file names: none takes another's place.
    let free = path;
    for (let count = 2; files.has(free); count += 1) free = path.replace(/\.yaml$/, `_${count}.yaml`);
    files.set(free, stringify(document, { lineWidth: 0 }));
  };
  write('metadata.yaml', {
    version: '1.0.0',
    type: BUNDLE_TYPES[kind].type,
    timestamp: act.services.now().toISOString().replace('Z', '+00:00'),
  });
  const { db } = act.services;
  const databases = new Map(all.databases.map((row) => [row.id, row]));
  const uuids = new Map(all.datasets.map((row) => [row.id, row.uuid]));
  for (const row of all.databases) {
    const tunnel = maskedTunnel(openTunnel(row.ssh_tunnel, act.services.secrets));
    write(`databases/${fileSlug(row.database_name, row.id)}.yaml`, databaseDocument(row, tunnel, kind !== 'database'));
  }
  for (const row of all.datasets) {
    const database = databases.get(row.database_id);
    const folder = fileSlug(database?.database_name ?? '', row.database_id);
    const name = kind === 'database' ? fileSlug(row.table_name, row.id) : `${fileSlug(row.table_name, row.id)}_${row.id}`;
    write(`datasets/${folder}/${name}.yaml`, await datasetDocument(row, database?.uuid ?? '', db));
  }
  const tags = await customTags(all, db);
  if (all.charts.length + all.dashboards.length > 0) write('tags.yaml', { tags: tags.all });
  for (const row of all.charts)
    write(
      `charts/${fileSlug(row.slice_name, row.id)}_${row.id}.yaml`,
      chartDocument(row, uuids.get(row.datasource_id), tags.ofChart(row.id)),
    );
  const members = await membersOf(all.dashboards, act);
  for (const row of all.dashboards) {
    const charts = all.charts.filter((chart) => members.some((each) => each.dashboard_id === row.id && each.chart_id === chart.id));
    const theme = all.themes.find((each) => each.id === row.theme_id);
    write(
      `dashboards/${fileSlug(row.dashboard_title ?? '', row.id)}_${row.id}.yaml`,
      dashboardDocument(row, uuids, charts, { themeUuid: theme?.uuid ?? null, tags: tags.ofDashboard(row.id) }),
    );
  }
  for (const row of all.queries) writeQuery(row, row.database_id === null ? undefined : databases.get(row.database_id), write);
  for (const row of all.themes) write(`themes/${fileSlug(row.theme_name, row.id)}.yaml`, themeDocument(row));
  return files;
}

function writeQuery(
  row: Row<'saved_queries'>,
  database: Row<'databases'> | undefined,
  write: (path: string, document: object) => void,
): void {
  const folders = [
    'queries',
    fileSlug(database?.database_name ?? '', 'no_database'),
    ...(row.schema ? [fileSlug(row.schema, 'schema')] : []),
  ];
  write(`${folders.join('/')}/${fileSlug(row.label ?? '', row.uuid)}.yaml`, queryDocument(row, database?.uuid ?? ''));
}

/** What people have tagged charts and dashboards with. */
async function customTags({ charts, dashboards }: Collected, db: Db) {
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  const onCharts = await tagsOf(db, OBJECT_TYPES.chart, ids(charts));
  const onDashboards = await tagsOf(db, OBJECT_TYPES.dashboard, ids(dashboards));
  const custom = (tags: ShownTag[] | undefined) => (tags ?? []).filter(({ type }) => type === TAG_TYPES.custom);
  const used = [...onCharts.values(), ...onDashboards.values()].flatMap((tags) => ids(custom(tags)));
  const all = await db
    .selectFrom('tags')
    .select(['name as tag_name', 'description'])
    .where('id', 'in', [0, ...used])
    .orderBy('name')
    .execute();
  const names = (tags: ShownTag[] | undefined) => custom(tags).map(({ name }) => name);
  return { all, ofChart: (id: number) => names(onCharts.get(id)), ofDashboard: (id: number) => names(onDashboards.get(id)) };
}

async function membersOf(dashboards: Row<'dashboards'>[], act: Act) {
  return act.services.db
    .selectFrom('dashboard_charts')
    .selectAll()
    .where('dashboard_id', 'in', [0, ...dashboards.map(({ id }) => id)])
    .execute();
}

async function collect(kind: BundleKind, ids: Parameters<typeof exportBundle>[1], act: Act): Promise<Collected> {
  const { db } = act.services;
  const dashboards = await db
    .selectFrom('dashboards')
    .selectAll()
    .where('id', 'in', [0, ...(ids.dashboard ?? [])])
    .orderBy('id')
    .execute();
  const members = await membersOf(dashboards, act);
  const chartIds = [...(ids.chart ?? []), ...members.map(({ chart_id }) => chart_id)];
  const charts = await db
    .selectFrom('charts')
    .selectAll()
    .where('id', 'in', [0, ...chartIds])
    .orderBy('id')
    .execute();
  const datasetIds = [...(ids.dataset ?? []), ...charts.map(({ datasource_id }) => datasource_id), ...dashboards.flatMap(filterDatasets)];
  const ofDatabases =
    kind === 'database'
      ? await db
          .selectFrom('datasets')
          .selectAll()
          .where('database_id', 'in', [0, ...(ids.database ?? [])])
          .orderBy('id')
          .execute()
      : [];
  const named = await db
    .selectFrom('datasets')
    .selectAll()
    .where('id', 'in', [0, ...datasetIds])
    .orderBy('id')
    .execute();
  const datasets = kind === 'database' ? ofDatabases : named;
  const queries = await db
    .selectFrom('saved_queries')
    .selectAll()
    .where('id', 'in', [0, ...(ids.saved_query ?? [])])
    .orderBy('id')
    .execute();
  const themes = await db
    .selectFrom('themes')
    .selectAll()
    .where('id', 'in', [0, ...(ids.theme ?? []), ...(kind === 'assets' ? [] : dashboards.map(({ theme_id }) => theme_id ?? 0))])
    .orderBy('id')
    .execute();
  const databaseIds = [
    ...(ids.database ?? []),
    ...datasets.map(({ database_id }) => database_id),
    ...queries.map(({ database_id }) => database_id ?? 0),
  ];
  const databases = await db
    .selectFrom('databases')
    .selectAll()
    .where('id', 'in', [0, ...databaseIds])
    .orderBy('id')
    .execute();
  return { databases, datasets, charts, dashboards, queries, themes };
}
