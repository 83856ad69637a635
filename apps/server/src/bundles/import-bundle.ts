import type { Act } from '../http/act.ts';
import { forbidden } from '../http/errors.ts';
import type { TableName } from '../records/tables.ts';
import { databaseChanged } from '../resources/database/database-resource.ts';
import { may } from '../security/caller.ts';
import type { BundleFiles } from './bundle-files.ts';
import { importCharts, importDashboards } from './import-charts.ts';
import { importDatabases, missingPasswords } from './import-databases.ts';
import { importDatasets } from './import-datasets.ts';
import type { ImportOptions } from './import-options.ts';
import { importError, type Problems } from './import-problems.ts';
import { importQueries, importThemes } from './import-queries.ts';
import { importTags } from './import-tags.ts';
import { BUNDLE_TYPES, type Bundle, type Document, parseBundle } from './parse-bundle.ts';

/** What came in, by id. */
export interface Imported {
  databases: number[];
  datasets: number[];
  charts: number[];
  dashboards: number[];
  queries: number[];
  themes: number[];
}

const PARTS = ['databases', 'datasets', 'charts', 'dashboards', 'queries', 'themes'] as const;
const MODELS = {
  databases: 'Database',
  datasets: 'Dataset',
  charts: 'Chart',
  dashboards: 'Dashboard',
  queries: 'SavedQuery',
  themes: 'Theme',
} as const;
const KINDS = {
  databases: 'database',
  datasets: 'dataset',
  charts: 'chart',
  dashboards: 'dashboard',
  queries: 'saved_query',
  themes: 'theme',
} as const;
const TABLES = {
  databases: 'databases',
  datasets: 'datasets',
  charts: 'charts',
  dashboards: 'dashboards',
  queries: 'saved_queries',
  themes: 'themes',
} as const satisfies Record<string, TableName>;
type Part = keyof typeof MODELS;

/**
 * Imports a bundle, all or nothing (contract §5). Things are told apart by their uuid alone.
 * @throws ChartroomError 422 in the form of §5.4, 403 without the right to write what is missing
 */
export async function importBundle(files: BundleFiles, options: ImportOptions, act: Act): Promise<Imported> {
  const bundle = await parseBundle(files, options.kind);
  await refuseWhatStands(bundle, options, act);
  const there = {
    charts: await knownUuids('charts', bundle.charts, act),
    dashboards: await knownUuids('dashboards', bundle.dashboards, act),
  };
  const imported = await act.services.db.transaction().execute(async (records) => {
    const databases = await importDatabases(bundle.databases, options, records, act);
    const datasets = await importDatasets(bundle.datasets, databases, options, records, act);
    const charts = await importCharts(bundle.charts, datasets, options, records, act);
    const datasetIds = new Map([...datasets].map(([uuid, row]) => [uuid, row.id]));
    const themes = await importThemes(bundle.themes, options, records, act);
    const ids = { charts, oldCharts: oldIds(bundle.charts, charts), datasets: datasetIds, themes };
    const dashboards = await importDashboards(bundle.dashboards, ids, options, records, act);
    await importTags(bundle, (part, uuid) => !there[part].has(uuid) || options.overwrites.has(KINDS[part]), records, act);
    const queries = await importQueries(bundle.queries, databases, options, records, act);
    return {
      databases: [...databases.values()].map(({ id }) => id),
      datasets: [...datasetIds.values()],
      charts: [...charts.values()],
      dashboards,
      queries,
      themes: [...themes.values()],
    };
  });
  await databaseChanged(imported.databases, act);
  return imported;
}

/** Ids that charts had where the bundle was made: their files' names end with them (contract §5.1). */
function oldIds(documents: Document<{ uuid: string }>[], ids: ReadonlyMap<string, number>): Map<number, number> {
  const pairs = documents.flatMap(({ path, content }): [number, number][] => {
    const [, old] = /_(\d+)\.ya?ml$/i.exec(path) ?? [];
    const id = ids.get(content.uuid);
    return old === undefined || id === undefined ? [] : [[Number(old), id]];
  });
  return new Map(pairs);
}

/** Existing things that may not be replaced, passwords that are missing, and rights that are. */
async function refuseWhatStands(bundle: Bundle, options: ImportOptions, act: Act): Promise<void> {
  const problems: Problems = {};
  for (const part of PARTS) {
    const documents: Document<{ uuid: string }>[] = bundle[part];
    const known = await knownUuids(part, documents, act);
    const asked = options.kind !== 'assets' && KINDS[part] === options.kind;
    for (const { path, content } of documents) {
      if (known.has(content.uuid)) {
        if (asked && !options.overwrites.has(KINDS[part]))
          problems[path] = `${MODELS[part]} already exists and \`overwrite=true\` was not passed`;
      } else if (!may(act.caller, 'can_write', MODELS[part]) && !act.caller.isAdmin) {
        throw forbidden(`This bundle holds a ${MODELS[part].toLowerCase()} that is not here yet, and you may not create one.`);
      }
    }
    if (part === 'databases') {
      for (const path of missingPasswords(bundle.databases, known, options.passwords))
        problems[path] = { _schema: ['Must provide a password for the database'] };
    }
    if (part !== 'databases' && part !== 'themes') await requireOwnership(part, documents, options, act);
  }
  if (Object.keys(problems).length > 0) throw importError(BUNDLE_TYPES[options.kind].model, problems);
}

async function knownUuids(part: Part, documents: Document<{ uuid: string }>[], act: Act): Promise<Set<string>> {
  const rows = await act.services.db
    .selectFrom(TABLES[part])
    .select('uuid')
    .where('uuid', 'in', ['', ...documents.map(({ content }) => content.uuid)])
    .execute();
  return new Set(rows.map(({ uuid }) => uuid));
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
  options: ImportOptions,
  act: Act,
): Promise<void> {
  if (act.caller.isAdmin || !options.overwrites.has(KINDS[part])) return;
  const { db } = act.services;
  const rows = await db
    .selectFrom(TABLES[part])
    .select(['id', 'uuid'])
    .where('uuid', 'in', ['', ...documents.map(({ content }) => content.uuid)])
    .execute();
  const [table, column, owner = 'user_id'] = OWNERS[part];
  for (const { id, uuid } of rows) {
    const { sql } = await import('kysely');
    const owned =
      await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} and ${sql.ref(owner)} = ${act.caller.user?.id ?? -1}`.execute(
        db,
      );
    if (owned.rows.length > 0) continue;
    const path = documents.find(({ content }) => content.uuid === uuid)?.path ?? part;
    throw importError(BUNDLE_TYPES[options.kind].model, { [path]: `${MODELS[part]} exists and belongs to somebody else` });
  }
}
