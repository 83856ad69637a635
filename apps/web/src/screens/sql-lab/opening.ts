import { datasetApi, type LabDatabase } from '@chartroom/model';
import { api } from '../../api/api.ts';
import { fetchSavedQuery } from '../../api/saved-queries.ts';
import { fetchKeptQuery, fetchQuery } from '../../api/sql-lab.ts';
import { takeChosen } from '../../shared/chosen-database.ts';

/** What a new tab starts with. */
export interface Start {
  /** null = that of the tab in view. */
  databaseId: number | null;
  /** It had one that was deleted. */
  lostDatabase: boolean;
  catalog: string | null;
  schema: string | null;
  sql: string;
  /** Empty = the next number. */
  label: string;
  /** JSON text. */
  templateParams: string | null;
  /** The saved query that the tab shows. */
  savedQueryId: number | null;
  /** Rows that it asks for. */
  limit: number;
  /** The text is that of a virtual dataset, to be changed there. */
  isDataset: boolean;
  autorun: boolean;
}

/** What the address of SQL Lab asks for (contract/ui.md E1). */
export interface Asked {
  /** Key of a link that lasts. */
  key: string | undefined;
  given: Record<string, string>;
  /** Parameters that say nothing here: they stay in the address. */
  rest: Record<string, string>;
}

/** Parameters that open a tab or say what with. */
const KNOWN = new Set(
  'id name sql savedQueryId datasourceKey queryId dbid dbname catalog schema autorun new db templateParams isDataset'.split(
    ' ',
  ),
);

/** Reads the address. */
export function askedBy(pathname: string, searchStr: string): Asked {
  const all = [...new URLSearchParams(searchStr)];
  return {
    key: /^\/sqllab\/p\/([^/]+)\/?$/.exec(pathname)?.[1],
    given: Object.fromEntries(all.filter(([name]) => KNOWN.has(name))),
    rest: Object.fromEntries(all.filter(([name]) => !KNOWN.has(name))),
  };
}

/** Whether the address asks for anything at all. */
export function asksForTab({ key, given }: Asked): boolean {
  return key !== undefined || Object.keys(given).length > 0;
}

/** What is said of what cannot be opened. */
export class NotLoaded extends Error {}

/**
 * What the tab starts with that an address asks for; undefined when it asks for none. The first of these decides: link,
 * id, saved query, query, dataset, text. Rejects with NotLoaded.
 */
export async function startOf(
  { key, given }: Asked,
  databases: Record<string, LabDatabase>,
): Promise<Partial<Start> | undefined> {
  const { id, savedQueryId, queryId, datasourceKey, sql } = given;
  if (key !== undefined) return loaded(QUERY, () => fromLink(key));
  if (id) return loaded(QUERY, () => fromLink(`kv:${id}`));
  if (savedQueryId) return loaded(QUERY, () => fromSavedQuery(idOf(savedQueryId)));
  if (queryId) return loaded(QUERY, () => fromQuery(idOf(queryId)));
  if (datasourceKey)
    return loaded('datasource', () => fromDataset(idOf(datasourceKey.split('__')[0] ?? ''), sql));
  if (given.db === 'true') return { databaseId: databases[String(takeChosen()?.id)]?.id ?? null };
  if (!sql && given.new !== 'true') return undefined;
  const { name = '', catalog, schema, templateParams = null } = given;
  // Of a place that is named in part, the other part is not that of the tab in view.
  const place = catalog || schema ? { catalog: catalog || null, schema: schema || null } : {};
  const autorun = given.autorun === 'true';
  return {
    databaseId: databaseIn(given, databases),
    ...place,
    sql: sql ?? '',
    label: name,
    templateParams,
    autorun,
    isDataset: given.isDataset === 'true',
  };
}

const QUERY = 'query';

async function loaded(what: string, load: () => Promise<Partial<Start>>): Promise<Partial<Start>> {
  try {
    return await load();
  } catch (error) {
    throw new NotLoaded(`The ${what} couldn't be loaded`, { cause: error });
  }
}

async function fromLink(key: string): Promise<Partial<Start>> {
  const { dbId, name, catalog, schema, sql, templateParams, autorun } = await fetchKeptQuery(key);
  return {
    databaseId: dbId,
    catalog: catalog ?? null,
    schema: schema ?? null,
    sql,
    label: name,
    templateParams: templateParams ?? null,
    autorun: autorun === true,
  };
}

async function fromSavedQuery(id: number): Promise<Partial<Start>> {
  const { database, catalog, schema, sql, label, template_parameters } = await fetchSavedQuery(id);
  return {
    databaseId: database?.id ?? null,
    lostDatabase: database === null,
    catalog: database ? catalog : null,
    schema: database ? schema : null,
    sql: sql ?? '',
    label: label ?? '',
    templateParams: template_parameters,
    savedQueryId: id,
  };
}

async function fromQuery(id: number): Promise<Partial<Start>> {
  const { database, schema, sql, tab_name } = await fetchQuery(id);
  return { databaseId: database.id, schema, sql, label: tab_name ? `Copy of ${tab_name}` : '' };
}

async function fromDataset(id: number, sql: string | undefined): Promise<Partial<Start>> {
  const q = { columns: ['name', 'catalog', 'schema', 'database.id', 'select_star'] };
  const { result } = await api(datasetApi.show, { params: { pk: id }, q });
  const { name, catalog, schema, database, select_star } = result;
  return {
    databaseId: database.id,
    catalog,
    schema,
    sql: sql ?? select_star ?? '',
    label: `Query ${name}`,
    autorun: sql !== undefined,
  };
}

/** Throws for anything but a number as ids are. */
function idOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Error(`${text} is no id`);
  return Number(text);
}

function databaseIn(
  { dbid, dbname }: Record<string, string>,
  databases: Record<string, LabDatabase>,
): number | null {
  if (dbid) return Number(dbid) || null;
  return Object.values(databases).find((each) => each.database_name === dbname)?.id ?? null;
}
