import {
  chartUuidsIn,
  filterDatasetUuids,
  type ImportReport,
  readDashboardMetadata,
  readLayout,
} from '@chartroom/model';
import type { WithData } from '../data/ports.ts';
import type { Act } from '../http/act.ts';
import { forbidden } from '../http/errors.ts';
import type { Ground } from '../records/ground.ts';
import type { Db } from '../records/records.ts';
import { databaseChanged } from '../resources/database/database-resource.ts';
import { requireTunneling } from '../resources/database/ssh-tunnel.ts';
import type { WithCallers } from '../security/caller.ts';
import { may } from '../security/caller.ts';
import type { WithSources } from '../security/data-sources.ts';
import type { WithSecrets } from '../security/secret-box.ts';
import type { BundleFiles } from './bundle-files.ts';
import { openDocumentReader } from './document-reader.ts';
import { importCharts, importDashboards } from './import-charts.ts';
import { importDatabases, missingSecrets } from './import-databases.ts';
import { importDatasets } from './import-datasets.ts';
import type { ImportOptions } from './import-options.ts';
import { importError, type Problems } from './import-problems.ts';
import { importQueries, importThemes } from './import-queries.ts';
import { changesOf, idsByUuid, PART_NAMES, PARTS, type Part, uuidsOf } from './import-report.ts';
import { requireOpenData } from './import-rights.ts';
import { importTags } from './import-tags.ts';
import { areLegacy, readLegacy } from './legacy/read-legacy.ts';
import { modernised, oldId } from './old-charts/modernise.ts';
import { BUNDLE_TYPES, type Bundle, type Document, parseBundle, strayFiles } from './parse-bundle.ts';

/** What is here already: part → uuid → id. */
type Present = Record<Part, Map<string, number>>;

/**
 * Imports a bundle, all or nothing (contract/api.md §5). Things are told apart by their uuid alone.
 * @throws ChartroomError 422 in the form of contract/api.md §5.4, 403 without the right to write what is missing
 */
export async function importBundle(
  files: BundleFiles,
  asked: Omit<ImportOptions, 'leaveOut'>,
  act: Act<Ground & WithCallers & WithData & WithSecrets & WithSources>,
): Promise<ImportReport> {
  const left_out: ImportReport['left_out'] = [];
  const converted: ImportReport['converted'] = [];
  const options: ImportOptions = { ...asked, leaveOut: (path, reason) => left_out.push({ path, reason }) };
  const read = await readBundle(files, options, act);
  const bundle = modernised(read, (path, reason) => converted.push({ path, reason }));
  const before = await presentThings(bundle, act.services.db);
  await refuseWhatStands(bundle, before, options, act);
  const { changes, databases } = await act.services.db.transaction().execute(async (records) => {
    const ids = await storeThings(bundle, before, options, records, act);
    return { changes: await changesOf(bundle, before, options, records), databases: ids };
  });
  await databaseChanged(databases, act);
  return { changes, converted, left_out };
}

/** Documents of today's format, or of those before there were bundles (contract/api.md §5.4). */
async function readBundle(files: BundleFiles, options: ImportOptions, act: Act): Promise<Bundle> {
  const reader = openDocumentReader(act.services.config, act.signal);
  try {
    if (options.isDocument || (await areLegacy(options.kind, files, reader)))
      return await readLegacy(files, options.kind, options.leaveOut, reader, act);
    for (const path of strayFiles(files))
      options.leaveOut(path, 'Nothing has its place here: it was not read');
    return await parseBundle(files, options.kind, reader);
  } finally {
    await reader.close();
  }
}

/** Stores everything in the order in which things refer to one another. Answers the ids of the databases. */
async function storeThings(
  bundle: Bundle,
  before: Present,
  options: ImportOptions,
  records: Db,
  act: Act<Ground & WithSecrets>,
): Promise<number[]> {
  const databases = await importDatabases(bundle.databases, options, records, act);
  const datasets = await importDatasets(bundle.datasets, databases, options, records, act);
  const charts = await importCharts(bundle.charts, datasets, options, records, act);
  const themes = await importThemes(bundle.themes, options, records, act);
  const datasetIds = new Map([...datasets].map(([uuid, row]) => [uuid, row.id]));
  const ids = { charts, oldCharts: oldIds(bundle.charts, charts), datasets: datasetIds, themes };
  if (options.sparse) await addExisting(bundle, ids, records);
  await importDashboards(bundle.dashboards, ids, options, records, act);
  const cameIn = (part: 'charts' | 'dashboards', uuid: string) =>
    !before[part].has(uuid) || options.overwrites.has(PARTS[part].kind);
  await importTags(bundle, options, cameIn, records, act);
  await importQueries(bundle.queries, databases, options, records, act);
  return [...databases.values()].map(({ id }) => id);
}

/** What dashboards show and the bundle does not hold, where it is here. */
async function addExisting(
  { dashboards }: Bundle,
  ids: Record<'charts' | 'datasets' | 'themes', Map<string, number>>,
  records: Db,
): Promise<void> {
  const contents = dashboards.map(({ content }) => content);
  const wanted = {
    charts: contents.flatMap(({ position }) => chartUuidsIn(readLayout(position))),
    datasets: contents.flatMap(({ metadata }) => filterDatasetUuids(readDashboardMetadata(metadata))),
    themes: contents.flatMap(({ theme_uuid }) => theme_uuid ?? []),
  };
  for (const part of ['charts', 'datasets', 'themes'] as const)
    for (const [uuid, id] of await idsByUuid(part, wanted[part], records))
      if (!ids[part].has(uuid)) ids[part].set(uuid, id);
}

/** Ids that charts had where the bundle was made: their files' names end with them (contract/api.md §5.1). */
function oldIds(
  documents: Document<{ uuid: string }>[],
  ids: ReadonlyMap<string, number>,
): Map<number, number> {
  const pairs = documents.flatMap(({ path, content }): [number, number][] => {
    const old = oldId(path);
    const id = ids.get(content.uuid);
    return old === undefined || id === undefined ? [] : [[old, id]];
  });
  return new Map(pairs);
}

async function presentThings(bundle: Bundle, db: Db): Promise<Present> {
  const present = (part: Part) => idsByUuid(part, uuidsOf(bundle[part]), db);
  return {
    databases: await present('databases'),
    datasets: await present('datasets'),
    charts: await present('charts'),
    dashboards: await present('dashboards'),
    queries: await present('queries'),
    themes: await present('themes'),
  };
}

/** Existing things that may not be replaced, passwords that are missing, and rights that are. */
async function refuseWhatStands(
  bundle: Bundle,
  before: Present,
  options: ImportOptions,
  act: Act<Ground & WithData>,
): Promise<void> {
  const problems: Problems = {};
  if (bundle.databases.some(({ content }) => content.ssh_tunnel)) requireTunneling(act.services.config);
  for (const part of PART_NAMES) {
    const { kind, model } = PARTS[part];
    const documents: Document<{ uuid: string }>[] = bundle[part];
    const asked = options.kind !== 'assets' && kind === options.kind;
    for (const { path, content } of documents) {
      if (before[part].has(content.uuid)) {
        if (asked && !options.overwrites.has(kind))
          problems[path] = `${model} already exists and \`overwrite=true\` was not passed`;
      } else if (!may(act.caller, 'can_write', model) && !act.caller.isAdmin) {
        throw forbidden(
          `This bundle holds a ${model.toLowerCase()} that is not here yet, and you may not create one.`,
        );
      }
    }
    if (part === 'databases') {
      for (const [path, wanted] of missingSecrets(bundle.databases, before.databases, options.secrets))
        problems[path] = { _schema: wanted };
    }
    if (part !== 'databases' && part !== 'themes')
      await requireOwnership(part, documents, before[part], options, act);
  }
  await requireOpenData(bundle, before, options, act);
  if (Object.keys(problems).length > 0) throw importError(BUNDLE_TYPES[options.kind].model, problems);
}

const OWNERS = {
  datasets: ['dataset_owners', 'dataset_id'],
  charts: ['chart_owners', 'chart_id'],
  dashboards: ['dashboard_owners', 'dashboard_id'],
  queries: ['saved_queries', 'id', 'created_by_id'],
} as const;

/** Replacing something needs its owner, or an administrator. */
async function requireOwnership(
  part: Exclude<Part, 'databases' | 'themes'>,
  documents: Document<{ uuid: string }>[],
  present: ReadonlyMap<string, number>,
  options: ImportOptions,
  act: Act,
): Promise<void> {
  if (act.caller.isAdmin || !options.overwrites.has(PARTS[part].kind)) return;
  const { sql } = await import('kysely');
  const [table, column, owner = 'user_id'] = OWNERS[part];
  for (const [uuid, id] of present) {
    const owned =
      await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} and ${sql.ref(owner)} = ${act.caller.user?.id ?? -1}`.execute(
        act.services.db,
      );
    if (owned.rows.length > 0) continue;
    const path = documents.find(({ content }) => content.uuid === uuid)?.path ?? part;
    throw importError(BUNDLE_TYPES[options.kind].model, {
      [path]: `${PARTS[part].model} exists and belongs to somebody else`,
    });
  }
}
