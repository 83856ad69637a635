import { isJsonObject } from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import type { BundleFiles } from '../bundle-files.ts';
import type { DocumentReader } from '../document-reader.ts';
import { importError, type Problems } from '../import-problems.ts';
import { BUNDLE_TYPES, type Bundle, type BundleKind } from '../parse-bundle.ts';
import { readLegacyDashboards } from './legacy-dashboards.ts';
import { readLegacyDatasets } from './legacy-datasets.ts';
import { thingsHere } from './things-here.ts';

/** Kinds of things that had documents before there were bundles. */
const LEGACY_KINDS: readonly BundleKind[] = ['dashboard', 'dataset'];

/** Whether a file may be a document from before there were bundles: one of a kind that had such, and no archive. */
export function mayBeLegacy(kind: BundleKind, bytes: Buffer): boolean {
  return LEGACY_KINDS.includes(kind) && bytes.subarray(0, 2).toString('latin1') !== 'PK';
}

/** Whether the documents of an archive are from before there were bundles. */
export async function areLegacy(
  kind: BundleKind,
  files: BundleFiles,
  { read }: Pick<DocumentReader, 'read'>,
): Promise<boolean> {
  if (kind !== 'dataset' || files.has('metadata.yaml')) return false;
  // What cannot be read is told of when it is read as a bundle.
  for (const text of files.values()) {
    const value = await read(text).catch(() => undefined);
    if (!Array.isArray(value) && !(isJsonObject(value) && 'databases' in value)) return false;
  }
  return true;
}

/**
 * Reads documents of the formats before there were bundles, as the bundle that they would be: dashboards as JSON, datasets
 * as YAML. Things are found again by their names, and charts and dashboards by the ids they had where they come from.
 * @throws ChartroomError 422 that names what does not fit
 */
export async function readLegacy(
  files: BundleFiles,
  kind: BundleKind,
  leaveOut: (path: string, reason: string) => void,
  reader: Pick<DocumentReader, 'read'>,
  { services }: Act,
): Promise<Bundle> {
  let bundle: Bundle = {
    databases: [],
    datasets: [],
    charts: [],
    dashboards: [],
    queries: [],
    themes: [],
    tags: new Map(),
  };
  const problems: Problems = {};
  const here = await thingsHere(services.db);
  for (const [file, text] of files) {
    const value = await documentOf(text, kind, { file, problems, reader });
    if (value === undefined) continue;
    const reading = { file, problems, leaveOut, uuid: services.uuid };
    const parts =
      kind === 'dashboard'
        ? await readLegacyDashboards(value, here, reading)
        : await readLegacyDatasets(value, here, reading);
    if (Object.values(parts).every((list) => list.length === 0) && Object.keys(problems).length === 0) {
      problems[file] = 'It holds nothing that could be imported';
    }
    bundle = joined(bundle, parts);
  }
  if (Object.keys(problems).length > 0) throw importError(BUNDLE_TYPES[kind].model, problems);
  return bundle;
}

function joined(
  bundle: Bundle,
  { databases = [], datasets = [], charts = [], dashboards = [] }: Partial<Bundle>,
): Bundle {
  return {
    ...bundle,
    databases: [...bundle.databases, ...databases],
    datasets: [...bundle.datasets, ...datasets],
    charts: [...bundle.charts, ...charts],
    dashboards: [...bundle.dashboards, ...dashboards],
  };
}

async function documentOf(
  text: string,
  kind: BundleKind,
  { file, problems, reader }: { file: string; problems: Problems; reader: Pick<DocumentReader, 'read'> },
): Promise<unknown> {
  try {
    if (kind === 'dashboard') return JSON.parse(text);
    const value = await reader.read(text);
    if (Array.isArray(value) || (isJsonObject(value) && Array.isArray(value.databases))) return value;
    problems[file] = 'Datasets are expected: a list of them, or {databases: […]}';
  } catch (error) {
    const format = kind === 'dashboard' ? 'JSON' : 'YAML';
    problems[file] =
      `Neither an archive nor a ${format} document: ${error instanceof Error ? error.message : 'unreadable'}`;
  }
  return undefined;
}
