import { type ErrorBody, risonOf } from '@chartroom/model';
import { request, send } from './client.ts';

/** A tab as the server keeps it (contract/api.md §2.5). */
export interface TabState {
  id: number;
  label: string;
  active: boolean;
  database_id: number | null;
  catalog: string | null;
  schema: string | null;
  sql: string | null;
  query_limit: number | null;
  /** JSON text. */
  template_params: string | null;
  saved_query: { id: number } | null;
  latest_query: QueryObjectRow | null;
}

/** A query of SQL Lab's history. */
export interface QueryObjectRow {
  id: string;
  queryId: number;
  dbId: number;
  schema: string | null;
  sql: string;
  executedSql: string | null;
  state: string;
  /** Percent. */
  progress: number;
  /** Under which its rows wait, when it ran in the background. */
  resultsKey: string | null;
  extra: { errors?: ErrorBody[] };
  rows: number | null;
  limit: number | null;
  limitingFactor: string;
  startDttm: number | null;
  endDttm: number | null;
  errorMessage: string | null;
  tab: string | null;
}

export interface ResultColumnInfo {
  column_name: string;
  name: string;
  type: string | null;
  type_generic: number | null;
  is_dttm: boolean;
}

export interface SqlAnswer {
  query_id: number;
  query: QueryObjectRow;
  data: Record<string, unknown>[];
  columns: ResultColumnInfo[];
  displayLimitReached?: boolean;
}

export interface LabDatabase {
  id: number;
  database_name: string;
  backend: string;
  allow_dml: boolean;
  /** Its queries run in the background. */
  allow_run_async: boolean;
  expose_in_sqllab: boolean;
  allow_multi_catalog: boolean;
}

interface Bootstrap {
  active_tab: TabState | null;
  tab_state_ids: { id: number; label: string }[];
  databases: Record<string, LabDatabase>;
}

/** Tabs and databases at the opening of SQL Lab. */
export async function fetchLab(signal?: AbortSignal): Promise<Bootstrap> {
  return (await request<{ result: Bootstrap }>('GET', '/api/v1/sqllab/', { signal })).result;
}

/** One tab with its text. */
export function fetchTab(id: number, signal?: AbortSignal): Promise<TabState> {
  return request<TabState>('GET', `/tabstateview/${id}`, { signal });
}

export interface NewTab {
  name: string;
  dbId: number;
  catalog: string | null;
  schema: string | null;
  sql: string;
  queryLimit: number;
  templateParams: string | null;
  /** The saved query that it shows. */
  remoteId: number | null;
}

/** Opens a tab on the server; it becomes the active one. */
export async function createTab(tab: NewTab): Promise<number> {
  const answer = await request<{ id: number }>('POST', '/tabstateview/', {
    body: new URLSearchParams({ queryEditor: JSON.stringify(tab) }),
  });
  return answer.id;
}

/** Changes columns of a tab; every value travels as JSON. */
export async function saveTab(id: number, changes: Record<string, unknown>): Promise<void> {
  const form = new URLSearchParams(
    Object.entries(changes).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  await request('PUT', `/tabstateview/${id}`, { body: form });
}

export async function activateTab(id: number): Promise<void> {
  await request('POST', `/tabstateview/${id}/activate`, { body: new URLSearchParams() });
}

export async function removeTab(id: number): Promise<void> {
  await request('DELETE', `/tabstateview/${id}`);
}

export interface Execution {
  database_id: number;
  catalog: string | null;
  schema: string | null;
  sql: string;
  /** JSON text. */
  templateParams: string | null;
  client_id: string;
  queryLimit: number;
  sql_editor_id: string;
  tab: string;
}

/** Runs SQL and waits for its rows; aborting leaves the query, which the server then cancels. */
export function executeSql(execution: Execution, signal: AbortSignal): Promise<SqlAnswer> {
  return request<SqlAnswer>('POST', '/api/v1/sqllab/execute/', {
    body: { ...execution, ...PLAIN, runAsync: false },
    signal,
  });
}

/** Begins SQL that goes on whoever leaves; answers its query, to be followed. */
export async function beginSql(execution: Execution, signal: AbortSignal): Promise<QueryObjectRow> {
  const body = { ...execution, ...PLAIN, runAsync: true };
  return (await request<{ query: QueryObjectRow }>('POST', '/api/v1/sqllab/execute/', { body, signal }))
    .query;
}

const PLAIN = { expand_data: true, json: true, select_as_cta: false };

/** The person's queries that have changed since a moment, in epoch milliseconds. */
export async function fetchChangedQueries(since: number, signal?: AbortSignal): Promise<QueryObjectRow[]> {
  const q = risonOf({ last_updated_ms: Math.max(0, Math.floor(since)) });
  return (
    await request<{ result: QueryObjectRow[] }>('GET', '/api/v1/query/updated_since', {
      query: { q },
      signal,
    })
  ).result;
}

/** The rows of a query that ran in the background. Rejects with ApiError 410 when they are not kept any more. */
export function fetchResults(key: string, signal?: AbortSignal): Promise<SqlAnswer> {
  return request<SqlAnswer>('GET', '/api/v1/sqllab/results/', { query: { q: risonOf({ key }) }, signal });
}

/** Stops a running query by the id its client gave it. */
export async function stopQuery(clientId: string): Promise<void> {
  await request('POST', '/api/v1/query/stop', { body: { client_id: clientId } });
}

/** A query as a link keeps it (contract/api.md §2.5). */
export interface KeptQuery {
  dbId: number;
  name: string;
  catalog: string | null;
  schema: string | null;
  sql: string;
  autorun: boolean;
  templateParams: string | null;
}

/** Keeps a query under a link that lasts; answers the link. */
export async function makeQueryLink(query: KeptQuery): Promise<string> {
  const { url } = await request<{ url: string }>('POST', '/api/v1/sqllab/permalink', { body: query });
  return new URL(url, window.location.origin).toString();
}

/** A query that was kept under a link; what is not known of it may be absent. Rejects with ApiError 404. */
export function fetchKeptQuery(
  key: string,
): Promise<
  Pick<KeptQuery, 'dbId' | 'name' | 'sql'> & { [Name in keyof KeptQuery]?: KeptQuery[Name] | null }
> {
  return request('GET', `/api/v1/sqllab/permalink/${encodeURIComponent(key)}`);
}

/** A query of the history. Rejects with ApiError 404 for one that the person may not see. */
export async function fetchQuery(
  id: number,
): Promise<{ database: { id: number }; schema: string | null; sql: string; tab_name: string | null }> {
  return (await request<{ result: Awaited<ReturnType<typeof fetchQuery>> }>('GET', `/api/v1/query/${id}`))
    .result;
}

/** The SQL, laid out by the server. */
export async function formatSql(sql: string, engine: string | undefined): Promise<string> {
  return (
    await request<{ result: string }>('POST', '/api/v1/sqllab/format_sql/', {
      body: { sql, ...(engine ? { engine } : {}) },
    })
  ).result;
}

/** The whole answer of a finished query as a CSV file. */
export async function exportCsv(clientId: string): Promise<Blob> {
  return (
    await send('GET', `/api/v1/sqllab/export/${encodeURIComponent(clientId)}/`, {
      headers: { Accept: 'text/csv' },
    })
  ).blob();
}

/** A database, or one of its catalogs; null = its usual one. */
export interface LabPlace {
  databaseId: number;
  catalog: string | null;
}

export async function fetchCatalogs(
  databaseId: number,
  force: boolean,
  signal?: AbortSignal,
): Promise<string[]> {
  const query = { q: risonOf({ force }) };
  return (
    await request<{ result: string[] }>('GET', `/api/v1/database/${databaseId}/catalogs/`, { query, signal })
  ).result;
}

export async function fetchSchemas(
  { databaseId, catalog }: LabPlace,
  force: boolean,
  signal?: AbortSignal,
): Promise<string[]> {
  const query = { q: risonOf({ force, ...(catalog === null ? {} : { catalog }) }) };
  return (
    await request<{ result: string[] }>('GET', `/api/v1/database/${databaseId}/schemas/`, { query, signal })
  ).result;
}

export interface TableEntry {
  value: string;
  type: string;
}

export async function fetchTables(
  { databaseId, catalog }: LabPlace,
  schema: string,
  force: boolean,
  signal?: AbortSignal,
): Promise<TableEntry[]> {
  const q = risonOf({ force, schema_name: schema, ...(catalog === null ? {} : { catalog_name: catalog }) });
  return (
    await request<{ result: TableEntry[] }>('GET', `/api/v1/database/${databaseId}/tables/`, {
      query: { q },
      signal,
    })
  ).result;
}

export interface TableMetadata {
  name: string;
  columns: {
    name: string;
    type: string;
    longType?: string;
    keys?: { type: string }[];
    comment?: string | null;
  }[];
  selectStar?: string;
}

export function fetchTable(
  { databaseId, catalog }: LabPlace,
  schema: string | null,
  table: string,
  signal?: AbortSignal,
): Promise<TableMetadata> {
  return request<TableMetadata>('GET', `/api/v1/database/${databaseId}/table_metadata/`, {
    query: { name: table, ...(schema ? { schema } : {}), ...(catalog ? { catalog } : {}) },
    signal,
  });
}

/** The person's earlier queries of one tab, newest first. */
export async function fetchHistory(editorId: string, signal?: AbortSignal): Promise<HistoryRow[]> {
  const q = risonOf({
    filters: [{ col: 'sql_editor_id', opr: 'eq', value: editorId }],
    order_column: 'start_time',
    order_direction: 'desc',
    page: 0,
    page_size: 25,
  });
  return (await request<{ result: HistoryRow[] }>('GET', '/api/v1/query/', { query: { q }, signal })).result;
}

export interface HistoryRow {
  id: number;
  client_id: string;
  sql: string;
  status: string;
  rows: number | null;
  start_time: number | null;
  end_time: number | null;
  error_message?: string | null;
}

/** Makes a virtual dataset of a query; answers its id. */
export async function createDataset(
  name: string,
  place: LabPlace & { schema: string | null },
  sql: string,
): Promise<number> {
  const { databaseId: database, catalog, schema } = place;
  const body = { database, ...(catalog === null ? {} : { catalog }), schema, table_name: name, sql };
  return (await request<{ id: number }>('POST', '/api/v1/dataset/', { body })).id;
}
