import { isJsonObject } from '@chartroom/model';
import { columnFile, type DatasetFile, databaseFile, datasetFile, metricFile } from '../bundle-schemas.ts';
import { fileSlug } from '../export-documents.ts';
import type { Bundle, Document } from '../parse-bundle.ts';
import {
  checked,
  known,
  type LegacyReading,
  listOf,
  type Mapping,
  mappingOf,
  numberOf,
  textOf,
} from './legacy-objects.ts';
import type { ThingsHere } from './things-here.ts';

const VERSION = '1.0.0';

/** A dataset of an old document, and the id it had where it was written. */
export interface LegacyDataset {
  document: Document<DatasetFile>;
  remoteId: number | undefined;
  /** Name of its database. */
  database: string;
}

/** Reads what a dataset says, its columns and metrics opened by `open`; undefined and a problem when it does not fit. */
export async function readDataset(
  given: Mapping,
  place: {
    path: string;
    database: { name: string; uuid: string };
    open(list: 'columns' | 'metrics', value: unknown, path: string): Mapping;
  },
  here: ThingsHere,
  reading: LegacyReading,
): Promise<LegacyDataset | undefined> {
  const { path, database } = place;
  const params = mappingOf(given.params);
  const parts = (list: 'columns' | 'metrics', schema: typeof columnFile | typeof metricFile) =>
    listOf(given[list]).map((value, at) => {
      const part = `${path}#${list}[${at}]`;
      return known(place.open(list, value, part), schema.shape, ['uuid'], part, reading);
    });
  const uuid = await here.dataset(
    database.uuid,
    textOf(given.schema) ?? null,
    textOf(given.table_name) ?? '',
  );
  const value = {
    ...known(given, datasetFile.shape, ['database_name'], path, reading),
    columns: parts('columns', columnFile),
    metrics: parts('metrics', metricFile),
    uuid: uuid ?? textOf(given.uuid) ?? reading.uuid(),
    database_uuid: database.uuid,
    version: VERSION,
  };
  const [document] = checked(value, datasetFile, path, reading);
  return (
    document && {
      document,
      remoteId: numberOf(params.remote_id) ?? numberOf(given.id),
      database: database.name,
    }
  );
}

/**
 * Reads a document of datasets: those of the command line hold databases with their `tables`, those of the pages a list
 * of datasets, each of which names its database in its `params`.
 */
export async function readLegacyDatasets(
  value: unknown,
  here: ThingsHere,
  reading: LegacyReading,
): Promise<Pick<Bundle, 'databases' | 'datasets'>> {
  const bundle: Pick<Bundle, 'databases' | 'datasets'> = { databases: [], datasets: [] };
  const add = async (given: unknown, at: string, database: { name: string; uuid: string }) => {
    if (!isJsonObject(given)) {
      reading.problems[at] = 'Not a mapping';
      return;
    }
    const path = `${reading.file}/datasets/${fileSlug(textOf(given.table_name) ?? at, at)}.yaml`;
    const open = (_list: string, part: unknown) => (isJsonObject(part) ? part : {});
    const dataset = await readDataset(given, { path, database, open }, here, reading);
    if (dataset) bundle.datasets.push(dataset.document);
  };
  if (Array.isArray(value)) {
    for (const [index, given] of value.entries()) {
      const at = `${reading.file}[${index}]`;
      const name = textOf(mappingOf(isJsonObject(given) ? given.params : undefined).database_name);
      const uuid = name === undefined ? undefined : await here.database(name);
      if (name === undefined)
        reading.problems[at] = { params: ['The database is not named: "database_name" is expected'] };
      else if (uuid === undefined)
        reading.problems[at] = { params: [`There is no database "${name}" here: connect it first`] };
      else await add(given, at, { name, uuid });
    }
    return bundle;
  }
  for (const [index, given] of listOf(isJsonObject(value) ? value.databases : undefined).entries()) {
    const at = `${reading.file}#databases[${index}]`;
    const document = isJsonObject(given) ? await readDatabase(given, at, here, reading) : undefined;
    if (!isJsonObject(given)) reading.problems[at] = 'Not a mapping';
    if (!document || !isJsonObject(given)) continue;
    bundle.databases.push(document);
    const database = { name: document.content.database_name, uuid: document.content.uuid };
    for (const [place, table] of listOf(given.tables).entries())
      await add(table, `${at}.tables[${place}]`, database);
  }
  return bundle;
}

async function readDatabase(
  given: Mapping,
  at: string,
  here: ThingsHere,
  reading: LegacyReading,
): Promise<Bundle['databases'][number] | undefined> {
  const name = textOf(given.database_name);
  const path = `${reading.file}/databases/${fileSlug(name ?? at, at)}.yaml`;
  const uuid =
    (name === undefined ? undefined : await here.database(name)) ?? textOf(given.uuid) ?? reading.uuid();
  const [document] = checked(
    { ...known(given, databaseFile.shape, ['tables'], path, reading), uuid, version: VERSION },
    databaseFile,
    path,
    reading,
  );
  return document;
}
