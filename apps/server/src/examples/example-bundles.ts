import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_BOUNDS } from '@chartroom/model';
import type { BundleFiles } from '../bundles/bundle-files.ts';
import type { DatabaseFile } from '../bundles/bundle-schemas.ts';
import { openDocumentReader } from '../bundles/document-reader.ts';
import { parseBundle } from '../bundles/parse-bundle.ts';

const FOLDER = fileURLToPath(new URL('../../../../examples/', import.meta.url));

/** The program that writes the example data into a new file. */
export const BUILD_PROGRAM = join(FOLDER, 'build-data.ts');

/** The documents of every example bundle. */
export async function exampleBundles(): Promise<BundleFiles[]> {
  const bundles = join(FOLDER, 'bundles');
  const names = (await readdir(bundles)).sort();
  return Promise.all(
    names.map(async (name) => {
      const entries = await readdir(join(bundles, name), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'));
      const texts = files.map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return [
          path.slice(join(bundles, name).length + 1).replaceAll('\\', '/'),
          await readFile(path, 'utf8'),
        ] as const;
      });
      return new Map(await Promise.all(texts));
    }),
  );
}

/** The databases of the example bundles. */
export async function exampleDatabases(): Promise<DatabaseFile[]> {
  const found = new Map<string, DatabaseFile>();
  const reader = openDocumentReader(DEFAULT_BOUNDS, new AbortController().signal);
  for (const files of await exampleBundles()) {
    const some = [...files].filter(([path]) => path === 'metadata.yaml' || path.startsWith('databases/'));
    const { databases } = await parseBundle(new Map(some), 'dashboard', reader);
    for (const { content } of databases) found.set(content.uuid, content);
  }
  await reader.close();
  return [...found.values()];
}

type ExamplePart = 'databases' | 'datasets' | 'charts' | 'dashboards';

/** Uuids of everything in the example bundles. */
export async function exampleUuids(): Promise<Record<ExamplePart, string[]>> {
  const uuids: Record<ExamplePart, Set<string>> = {
    databases: new Set(),
    datasets: new Set(),
    charts: new Set(),
    dashboards: new Set(),
  };
  const reader = openDocumentReader(DEFAULT_BOUNDS, new AbortController().signal);
  for (const files of await exampleBundles()) {
    const bundle = await parseBundle(files, 'dashboard', reader);
    for (const { content } of bundle.databases) uuids.databases.add(content.uuid);
    for (const { content } of bundle.datasets) uuids.datasets.add(content.uuid);
    for (const { content } of bundle.charts) uuids.charts.add(content.uuid);
    for (const { content } of bundle.dashboards) uuids.dashboards.add(content.uuid);
  }
  await reader.close();
  return {
    databases: [...uuids.databases],
    datasets: [...uuids.datasets],
    charts: [...uuids.charts],
    dashboards: [...uuids.dashboards],
  };
}
