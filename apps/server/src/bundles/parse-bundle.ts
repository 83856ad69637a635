import { isJsonObject } from '@chartroom/model';
import type { z } from 'zod';
import { reasonsByField } from '../http/validation.ts';
import type { BundleFiles } from './bundle-files.ts';
import {
  type ChartFile,
  chartFile,
  type DashboardFile,
  type DatabaseFile,
  type DatasetFile,
  dashboardFile,
  databaseFile,
  datasetFile,
  metadataFile,
  type QueryFile,
  queryFile,
  type ThemeFile,
  tagsFile,
  themeFile,
} from './bundle-schemas.ts';
import type { DocumentReader } from './document-reader.ts';
import { importError, type Problems } from './import-problems.ts';

/** One document of a bundle with the path it stands at. */
export interface Document<Content> {
  path: string;
  content: Content;
}

export interface Bundle {
  databases: Document<DatabaseFile>[];
  datasets: Document<DatasetFile>[];
  charts: Document<ChartFile>[];
  dashboards: Document<DashboardFile>[];
  queries: Document<QueryFile>[];
  themes: Document<ThemeFile>[];
  /** What tags mean, by their names. */
  tags: Map<string, string | null>;
}

/** Kinds of bundles: what `metadata.yaml` calls them, and how messages do. */
export const BUNDLE_TYPES = {
  database: { type: 'Database', model: 'database' },
  dataset: { type: 'SqlaTable', model: 'dataset' },
  chart: { type: 'Slice', model: 'chart' },
  dashboard: { type: 'Dashboard', model: 'dashboard' },
  saved_query: { type: 'SavedQuery', model: 'saved_queries' },
  theme: { type: 'Theme', model: 'theme' },
  assets: { type: 'assets', model: 'assets' },
} as const;
export type BundleKind = keyof typeof BUNDLE_TYPES;

/** Where bundles keep their documents. */
const KNOWN_FILES = /^(metadata\.yaml|tags\.yaml|(databases|datasets|charts|dashboards|queries|themes)\/.*)$/;

/** Documents that stand where no kind of thing has its place: nothing reads them. */
export function strayFiles(files: BundleFiles): string[] {
  return [...files.keys()].filter((path) => !KNOWN_FILES.test(path));
}

/**
 * Reads and checks the documents of a bundle. Rejects with 422 that names, for every file that does not fit, the
 * fields and the reasons (contract/api.md §5.4).
 */
export async function parseBundle(
  files: BundleFiles,
  kind: BundleKind,
  reader: Pick<DocumentReader, 'read'>,
): Promise<Bundle> {
  const { type, model } = BUNDLE_TYPES[kind];
  const problems: Problems = {};
  const values = new Map<string, unknown>();
  for (const [path, text] of files) {
    if (!KNOWN_FILES.test(path)) continue;
    try {
      values.set(path, await reader.read(text));
    } catch (error) {
      problems[path] = `Not a valid YAML file: ${error instanceof Error ? error.message : 'unreadable'}`;
    }
  }
  const read = (path: string): unknown => values.get(path);
  checkMetadata(read('metadata.yaml'), type, problems);
  const documents = <S extends z.ZodType>(folder: string, schema: S): Document<z.output<S>>[] =>
    [...files.keys()]
      .filter((path) => path.startsWith(`${folder}/`))
      .sort()
      .flatMap((path) => {
        const value = read(path);
        if (value === undefined) return [];
        const checked = schema.safeParse(value);
        if (checked.success) return [{ path, content: checked.data }];
        problems[path] = isJsonObject(value) ? reasonsByField(checked.error, value) : 'Not a mapping';
        return [];
      });
  const bundle: Bundle = {
    databases: documents('databases', databaseFile),
    datasets: documents('datasets', datasetFile),
    charts: documents('charts', chartFile),
    dashboards: documents('dashboards', dashboardFile),
    queries: documents('queries', queryFile),
    themes: documents('themes', themeFile),
    tags: tagsIn(files.has('tags.yaml') ? read('tags.yaml') : undefined, problems),
  };
  if (Object.keys(problems).length > 0) throw importError(model, problems);
  return bundle;
}

function tagsIn(value: unknown, problems: Problems): Bundle['tags'] {
  if (value === undefined || value === null) return new Map();
  const checked = tagsFile.safeParse(value);
  if (!checked.success) problems['tags.yaml'] = reasonsByField(checked.error, value);
  return new Map(
    (checked.data?.tags ?? []).map(({ tag_name, description }) => [tag_name, description ?? null]),
  );
}

function checkMetadata(value: unknown, type: string, problems: Problems): void {
  if (problems['metadata.yaml']) return;
  const checked = metadataFile.safeParse(value);
  if (!checked.success)
    problems['metadata.yaml'] = value
      ? reasonsByField(checked.error, value)
      : 'Missing: the archive is no bundle of this installation';
  else if (checked.data.version !== '1.0.0')
    problems['metadata.yaml'] = { version: ['Must be equal to 1.0.0.'] };
  else if (checked.data.type !== type) problems['metadata.yaml'] = { type: [`Must be equal to ${type}.`] };
}
