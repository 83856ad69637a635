import { isJsonObject } from '@chartroom/model';
import { type ChartFile, chartFile, dashboardFile } from '../bundle-schemas.ts';
import { fileSlug, withAllCharts } from '../export-documents.ts';
import type { Bundle, Document } from '../parse-bundle.ts';
import { readDataset } from './legacy-datasets.ts';
import {
  checked,
  known,
  type LegacyReading,
  listOf,
  type Mapping,
  mappingOf,
  numberOf,
  textOf,
  unwrapped,
} from './legacy-objects.ts';
import type { ThingsHere } from './things-here.ts';

const VERSION = '1.0.0';
/** Types of the parts of a dataset. */
const PART_TYPES = { columns: 'TableColumn', metrics: 'SqlMetric' } as const;
/** Lists of charts that were written as texts. */
const CHART_LISTS = ['timed_refresh_immune_slices', 'filter_immune_slices'];
/** Settings of dashboards before filters had scopes: they are kept, and do nothing but say what filter boxes leave alone. */
const OUTDATED = ['filter_immune_slices', 'filter_immune_slice_fields'];

type Parts = Pick<Bundle, 'datasets' | 'charts' | 'dashboards'>;

/** Uuids of datasets as charts and filters name them. */
interface DatasetNames {
  byName: Map<string, string>;
  byId: Map<number, string>;
}

/** Reads a document `{dashboards: [{__Dashboard__}], datasources: [{__SqlaTable__}]}`. */
export async function readLegacyDashboards(
  value: unknown,
  here: ThingsHere,
  reading: LegacyReading,
): Promise<Parts> {
  const bundle: Parts = { datasets: [], charts: [], dashboards: [] };
  if (!isJsonObject(value) || !Array.isArray(value.dashboards)) {
    reading.problems[reading.file] = 'Dashboards are expected: {"dashboards": […], "datasources": […]}';
    return bundle;
  }
  const names = await readDatasets(listOf(value.datasources), bundle, here, reading);
  for (const [index, given] of value.dashboards.entries()) {
    const at = `${reading.file}#dashboards[${index}]`;
    const dashboard = unwrapped(given, 'Dashboard', at, reading);
    if (dashboard) await readDashboard(dashboard, at, { names, bundle, here, reading });
  }
  return bundle;
}

async function readDatasets(
  given: unknown[],
  bundle: Parts,
  here: ThingsHere,
  reading: LegacyReading,
): Promise<DatasetNames> {
  const names: DatasetNames = { byName: new Map(), byId: new Map() };
  for (const [index, value] of given.entries()) {
    const at = `${reading.file}#datasources[${index}]`;
    const table = unwrapped(value, 'SqlaTable', at, reading);
    if (!table) continue;
    const database = textOf(mappingOf(table.params).database_name);
    const uuid = database === undefined ? undefined : await here.database(database);
    if (database === undefined || uuid === undefined) {
      reading.problems[at] = {
        params: [
          database
            ? `There is no database "${database}" here: connect it first`
            : 'The database is not named',
        ],
      };
      continue;
    }
    const path = `${reading.file}/datasets/${fileSlug(textOf(table.table_name) ?? at, at)}.yaml`;
    const open = (list: 'columns' | 'metrics', part: unknown, place: string) =>
      unwrapped(part, PART_TYPES[list], place, reading) ?? {};
    const dataset = await readDataset(
      table,
      { path, database: { name: database, uuid }, open },
      here,
      reading,
    );
    if (!dataset) continue;
    const { content } = dataset.document;
    bundle.datasets.push(dataset.document);
    names.byName.set(nameOf(database, content.schema, content.table_name), content.uuid);
    if (dataset.remoteId !== undefined) names.byId.set(dataset.remoteId, content.uuid);
  }
  return names;
}

const nameOf = (database: string, schema: unknown, table: string): string =>
  JSON.stringify([database, textOf(schema) ?? null, table]);

interface Work {
  names: DatasetNames;
  bundle: Parts;
  here: ThingsHere;
  reading: LegacyReading;
}

async function readDashboard(
  given: Mapping,
  at: string,
  { names, bundle, here, reading }: Work,
): Promise<void> {
  const title = textOf(given.dashboard_title);
  const remoteId = numberOf(given.id);
  const path = `${reading.file}/dashboards/${fileSlug(title ?? at, at)}.yaml`;
  const charts = new Map<number, Document<ChartFile>>();
  for (const [index, slice] of listOf(given.slices).entries()) {
    const place = `${at}.slices[${index}]`;
    const chart = unwrapped(slice, 'Slice', place, reading);
    const document = chart && (await readChart(chart, place, { names, bundle, here, reading }));
    const id = numberOf(chart?.id);
    if (document && id !== undefined) charts.set(id, document);
  }
  const metadata = mappingOf(given.json_metadata);
  const outdated = OUTDATED.filter((name) => name in metadata);
  const hasBoxes = [...charts.values()].some(({ content }) => content.viz_type === 'filter_box');
  if (outdated.length > 0 && !hasBoxes)
    reading.leaveOut(path, `Settings of older dashboards are kept and do nothing: ${outdated.join(', ')}`);
  const value = {
    ...known(given, dashboardFile.shape, ['position_json', 'json_metadata', 'slices'], path, reading),
    position: layoutOf(given.position_json, charts, title ?? '', path, reading),
    metadata: { ...withUuids(metadata, names), ...(remoteId !== undefined && { remote_id: remoteId }) },
    uuid:
      (remoteId === undefined ? undefined : here.dashboard(remoteId)) ?? textOf(given.uuid) ?? reading.uuid(),
    version: VERSION,
  };
  bundle.dashboards.push(...checked(value, dashboardFile, path, reading));
}

async function readChart(
  given: Mapping,
  at: string,
  { names, bundle, here, reading }: Work,
): Promise<Document<ChartFile> | undefined> {
  const id = numberOf(given.id);
  const params = mappingOf(given.params);
  const name = textOf(given.slice_name) ?? at;
  const path = `${reading.file}/charts/${fileSlug(name, 'chart')}_${id ?? 0}.yaml`;
  // Charts are on several dashboards of one document.
  const present = bundle.charts.find((each) => each.path === path);
  if (present && id !== undefined) return present;
  const dataset_uuid = await datasetOf(given, params, names, here);
  if (dataset_uuid === undefined) {
    const table = textOf(params.datasource_name) ?? textOf(given.datasource_name) ?? '';
    reading.problems[path] = { params: [`There is no dataset "${table}" in the document or here`] };
    return undefined;
  }
  const remote_id = numberOf(params.remote_id) ?? id;
  const value = {
    ...known(given, chartFile.shape, [], path, reading),
    params: { ...params, ...(remote_id !== undefined && { remote_id }) },
    dataset_uuid,
    uuid:
      (remote_id === undefined ? undefined : here.chart(remote_id)) ?? textOf(given.uuid) ?? reading.uuid(),
    version: VERSION,
  };
  const [document] = checked(value, chartFile, path, reading);
  if (document) bundle.charts.push(document);
  return document;
}

/** The dataset that a chart names: one of the document, else one that is here. */
async function datasetOf(
  given: Mapping,
  params: Mapping,
  { byName, byId }: DatasetNames,
  here: ThingsHere,
): Promise<string | undefined> {
  const [database, table] = [textOf(params.database_name), textOf(params.datasource_name)];
  const id = numberOf(given.datasource_id) ?? numberOf(String(params.datasource ?? '').split('__')[0]);
  if (database === undefined || table === undefined) return id === undefined ? undefined : byId.get(id);
  const uuid = byName.get(nameOf(database, params.schema, table));
  const databaseHere = uuid === undefined ? await here.database(database) : undefined;
  return uuid ?? (databaseHere && (await here.dataset(databaseHere, textOf(params.schema) ?? null, table)));
}

/** The layout with the uuids of its charts; those that it does not show get a row of their own. */
function layoutOf(
  given: unknown,
  charts: ReadonlyMap<number, Document<ChartFile>>,
  title: string,
  path: string,
  { leaveOut }: LegacyReading,
): Mapping {
  const read = mappingOf(given);
  if (textOf(given) !== undefined && !('DASHBOARD_VERSION_KEY' in read)) {
    leaveOut(path, 'The layout is of a kind that is no longer known: the charts stand in one row');
  }
  const nodes = Object.entries('DASHBOARD_VERSION_KEY' in read ? read : {}).map(([key, node]) => {
    if (!isJsonObject(node) || node.type !== 'CHART' || !isJsonObject(node.meta)) return [key, node];
    const chart = charts.get(numberOf(node.meta.chartId) ?? -1);
    return [key, chart ? { ...node, meta: { ...node.meta, uuid: chart.content.uuid } } : node];
  });
  const all = [...charts].map(([id, { content }]) => ({
    id,
    uuid: content.uuid,
    slice_name: content.slice_name,
  }));
  return withAllCharts(nodes.length > 0 ? Object.fromEntries(nodes) : undefined, title, all);
}

/** Settings whose filters name datasets by uuid, and whose lists of charts are numbers. */
function withUuids(metadata: Mapping, { byId }: DatasetNames): Mapping {
  const numbers = CHART_LISTS.filter((name) => Array.isArray(metadata[name])).map((name) => [
    name,
    listOf(metadata[name]).map(numberOf),
  ]);
  const filters = listOf(metadata.native_filter_configuration).map((filter) => {
    if (!isJsonObject(filter) || !Array.isArray(filter.targets)) return filter;
    const targets = filter.targets.map((target: unknown) => {
      if (!isJsonObject(target) || numberOf(target.datasetId) === undefined) return target;
      const { datasetId, ...rest } = target;
      return { ...rest, datasetUuid: byId.get(numberOf(datasetId) ?? -1) ?? String(datasetId) };
    });
    return { ...filter, targets };
  });
  return {
    ...metadata,
    ...Object.fromEntries(numbers),
    ...('native_filter_configuration' in metadata && { native_filter_configuration: filters }),
  };
}
