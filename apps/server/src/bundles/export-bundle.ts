import { setImmediate } from 'node:timers/promises';
import { filterDatasets, readDashboardMetadata } from '@chartroom/model';
import type { Act } from '../http/act.ts';
import { notFound } from '../http/errors.ts';
import { byIds } from '../records/by-ids.ts';
import type { Ground } from '../records/ground.ts';
import type { Db } from '../records/records.ts';
import { storedObject } from '../records/stored-json.ts';
import type { Row } from '../records/tables.ts';
import { chartResource } from '../resources/chart/chart-resource.ts';
import { databaseResource } from '../resources/database/database-resource.ts';
import { maskedTunnel } from '../resources/database/ssh-tunnel.ts';
import { OBJECT_TYPES, type ShownTag, TAG_TYPES, tagsOf } from '../resources/object-tags.ts';
import { groupBy } from '../resources/people.ts';
import type { Resource } from '../resources/resource.ts';
import { seenIds } from '../resources/resource-queries.ts';
import { datasetReadable } from '../security/data-grants.ts';
import { openTunnel } from '../security/sealed-tunnel.ts';
import type { WithSecrets } from '../security/secret-box.ts';
import type { BundleFiles } from './bundle-files.ts';
import { type DocumentWriter, openDocumentWriter } from './document-writer.ts';
import {
  chartDocument,
  dashboardDocument,
  databaseDocument,
  datasetDocument,
  fileSlug,
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

/** Milliseconds of work after which other requests have their turn. */
const TURN_MS = 10;

/** The documents made so far. */
class Documents {
  readonly files = new Map<string, string>();
  /** How often each path was wanted. */
  readonly #wanted = new Map<string, number>();
  readonly #writer: DocumentWriter;
  #turn = performance.now();

  constructor(writer: DocumentWriter) {
    this.#writer = writer;
  }

  async write(path: string, document: object): Promise<void> {
    this.files.set(this.#free(path), await this.#writer.write(document));
    if (performance.now() - this.#turn < TURN_MS) return;
    await setImmediate();
    this.#turn = performance.now();
  }

  /** Names that differ may look alike as file names: none takes another's place. */
  #free(path: string): string {
    let count = this.#wanted.get(path) ?? 1;
    let free = path;
    for (; this.files.has(free); free = path.replace(/\.yaml$/, `_${count}.yaml`)) count += 1;
    this.#wanted.set(path, count);
    return free;
  }
}

/** The documents of a bundle for things of one kind, with all they stand on (contract/api.md §5.1). */
export async function exportBundle(
  kind: BundleKind,
  ids: Partial<Record<Exclude<BundleKind, 'assets'>, number[]>>,
  act: Act<Ground & WithSecrets>,
): Promise<BundleFiles> {
  const all = await collect(kind, ids, act);
  const writer = await openDocumentWriter(act.signal);
  try {
    return await documentsOf(kind, all, new Documents(writer), act);
  } finally {
    await writer.close();
  }
}

async function documentsOf(
  kind: BundleKind,
  all: Collected,
  documents: Documents,
  act: Act<Ground & WithSecrets>,
): Promise<BundleFiles> {
  await documents.write('metadata.yaml', {
    version: '1.0.0',
    type: BUNDLE_TYPES[kind].type,
    timestamp: act.services.now().toISOString().replace('Z', '+00:00'),
  });
  const { db } = act.services;
  const databases = new Map(all.databases.map((row) => [row.id, row]));
  const uuids = new Map(all.datasets.map((row) => [row.id, row.uuid]));
  for (const row of all.databases) {
    const tunnel = maskedTunnel(openTunnel(row.ssh_tunnel, act.services.secrets));
    await documents.write(
      `databases/${fileSlug(row.database_name, row.id)}.yaml`,
      databaseDocument(row, tunnel, kind !== 'database'),
    );
  }
  for (const row of all.datasets) {
    const database = databases.get(row.database_id);
    const folder = fileSlug(database?.database_name ?? '', row.database_id);
    const name =
      kind === 'database'
        ? fileSlug(row.table_name, row.id)
        : `${fileSlug(row.table_name, row.id)}_${row.id}`;
    await documents.write(
      `datasets/${folder}/${name}.yaml`,
      await datasetDocument(row, database?.uuid ?? '', db),
    );
  }
  await writeCharts(all, uuids, documents, db);
  for (const row of all.queries) {
    const database = row.database_id === null ? undefined : databases.get(row.database_id);
    await documents.write(queryPath(row, database), queryDocument(row, database?.uuid ?? ''));
  }
  for (const row of all.themes)
    await documents.write(`themes/${fileSlug(row.theme_name, row.id)}.yaml`, themeDocument(row));
  return documents.files;
}

/** Charts and dashboards, and the tags they bear. */
async function writeCharts(
  all: Collected,
  uuids: ReadonlyMap<number, string>,
  documents: Documents,
  db: Db,
): Promise<void> {
  const tags = await customTags(all, db);
  if (all.charts.length + all.dashboards.length > 0) await documents.write('tags.yaml', { tags: tags.all });
  for (const row of all.charts)
    await documents.write(
      `charts/${fileSlug(row.slice_name, row.id)}_${row.id}.yaml`,
      chartDocument(
        row,
        row.datasource_type === 'table' ? uuids.get(row.datasource_id) : undefined,
        tags.ofChart(row.id),
      ),
    );
  const charts = new Map(all.charts.map((row) => [row.id, row]));
  const members = groupBy(
    await membersOf(all.dashboards, db),
    ({ dashboard_id }) => dashboard_id,
    ({ chart_id }) => chart_id,
  );
  const themes = new Map(all.themes.map(({ id, uuid }) => [id, uuid]));
  for (const row of all.dashboards) {
    const own = (members.get(row.id) ?? [])
      .flatMap((id) => charts.get(id) ?? [])
      .sort((one, other) => one.id - other.id);
    await documents.write(
      `dashboards/${fileSlug(row.dashboard_title ?? '', row.id)}_${row.id}.yaml`,
      dashboardDocument(row, uuids, own, {
        themeUuid: row.theme_id === null ? null : (themes.get(row.theme_id) ?? null),
        tags: tags.ofDashboard(row.id),
      }),
    );
  }
}

/** Where a saved query's document stands: in a folder of its database, and of its schema. */
function queryPath(row: Row<'saved_queries'>, database: Row<'databases'> | undefined): string {
  const folders = [
    'queries',
    fileSlug(database?.database_name ?? '', 'no_database'),
    ...(row.schema ? [fileSlug(row.schema, 'schema')] : []),
  ];
  return `${folders.join('/')}/${fileSlug(row.label ?? '', row.uuid)}.yaml`;
}

/** What people have tagged charts and dashboards with. */
async function customTags({ charts, dashboards }: Collected, db: Db) {
  const onCharts = await tagsOf(db, OBJECT_TYPES.chart, charts.map(idOf));
  const onDashboards = await tagsOf(db, OBJECT_TYPES.dashboard, dashboards.map(idOf));
  const custom = (tags: ShownTag[] | undefined) =>
    (tags ?? []).filter(({ type }) => type === TAG_TYPES.custom);
  const used = [...onCharts.values(), ...onDashboards.values()].flatMap((tags) => custom(tags).map(idOf));
  const found = await byIds(used, (some) =>
    db.selectFrom('tags').select(['name as tag_name', 'description']).where('id', 'in', some).execute(),
  );
  const all = found.sort((one, other) => (one.tag_name < other.tag_name ? -1 : 1));
  const names = (tags: ShownTag[] | undefined) => custom(tags).map(({ name }) => name);
  return {
    all,
    ofChart: (id: number) => names(onCharts.get(id)),
    ofDashboard: (id: number) => names(onDashboards.get(id)),
  };
}

function membersOf(dashboards: Row<'dashboards'>[], db: Db) {
  return byIds(dashboards.map(idOf), (some) =>
    db.selectFrom('dashboard_charts').selectAll().where('dashboard_id', 'in', some).execute(),
  );
}

/**
 * Reads everything, as far as the caller may read it: filters of dashboards on other data lose it.
 * @throws ChartroomError 404 for a chart or dashboard that shows other data; `assets` leave such charts out (contract/api.md §1.9, §5.1)
 */
async function collect(
  kind: BundleKind,
  ids: Parameters<typeof exportBundle>[1],
  act: Act,
): Promise<Collected> {
  const { db } = act.services;
  const dashboards = await byIds(ids.dashboard ?? [], (some) =>
    db.selectFrom('dashboards').selectAll().where('id', 'in', some).orderBy('id').execute(),
  );
  const members = await membersOf(dashboards, db);
  const wanted = await byIds([...(ids.chart ?? []), ...members.map(({ chart_id }) => chart_id)], (some) =>
    db.selectFrom('charts').selectAll().where('id', 'in', some).orderBy('id').execute(),
  );
  const open = new Set(await byIds(wanted.map(idOf), (some) => seen(chartResource, some, act)));
  const charts = wanted.filter(({ id }) => open.has(id));
  if (kind !== 'assets' && charts.length < wanted.length) throw notFound();
  const readable = datasetReadable(act.caller.grants, act.caller.user?.id, 'datasets');
  const asked = [
    ...(ids.dataset ?? []),
    ...charts.flatMap(({ datasource_id, datasource_type }) =>
      datasource_type === 'table' ? [datasource_id] : [],
    ),
    ...dashboards.flatMap(({ json_metadata }) =>
      filterDatasets(readDashboardMetadata(storedObject(json_metadata))),
    ),
  ];
  const datasets = await (kind === 'database'
    ? byIds(ids.database ?? [], (some) =>
        db
          .selectFrom('datasets')
          .selectAll()
          .where('database_id', 'in', some)
          .where(readable)
          .orderBy('id')
          .execute(),
      )
    : byIds(asked, (some) =>
        db.selectFrom('datasets').selectAll().where('id', 'in', some).where(readable).orderBy('id').execute(),
      ));
  const queries = await byIds(ids.saved_query ?? [], (some) =>
    db.selectFrom('saved_queries').selectAll().where('id', 'in', some).orderBy('id').execute(),
  );
  const worn = kind === 'assets' ? [] : dashboards.map(({ theme_id }) => theme_id);
  const themes = await byIds([...(ids.theme ?? []), ...worn], (some) =>
    db.selectFrom('themes').selectAll().where('id', 'in', some).orderBy('id').execute(),
  );
  const ofQueries = await byIds(
    queries.map(({ database_id }) => database_id),
    (some) => seen(databaseResource, some, act),
  );
  const databases = await byIds(
    [...(ids.database ?? []), ...datasets.map(({ database_id }) => database_id), ...ofQueries],
    (some) => db.selectFrom('databases').selectAll().where('id', 'in', some).orderBy('id').execute(),
  );
  return { databases, datasets, charts, dashboards, queries, themes };
}

async function seen(resource: Resource, ids: number[], act: Act): Promise<number[]> {
  return [...(await seenIds(resource, ids, act))];
}

function idOf({ id }: { id: number }): number {
  return id;
}
