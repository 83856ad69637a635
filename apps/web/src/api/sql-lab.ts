import {
  type AffectedBySql,
  type AnswerOf,
  type AskedCost,
  type ColumnProfile,
  databaseApi,
  databaseTablesApi,
  type Execution,
  type JsonObject,
  type KeptQuery,
  type LabFileFormat,
  type LabQuery,
  type LabState,
  type LiveAnswer,
  type LiveQuestion,
  type PlanStep,
  type QueryItem,
  type QueryRow,
  queryApi,
  restoreNotFinite,
  type SqlAnswer,
  sqlLabApi,
  type TableEntry,
  type TableMetadata,
  type TabState,
  tabApi,
} from '@chartroom/model';
import { api, open } from './api.ts';
import { put, send } from './client.ts';

/** Tabs and databases at the opening of SQL Lab. */
export async function fetchLab(signal?: AbortSignal): Promise<LabState> {
  return (await api(sqlLabApi.open, { signal })).result;
}

/** A tab with its text, and by what the server knows this state of it. */
export async function fetchTab(pk: number): Promise<{ tab: TabState; tag: string | null }> {
  const response = await send('GET', tabApi.show.path.replace(':pk', String(pk)));
  const tab: TabState = await response.json();
  return { tab, tag: response.headers.get('etag') };
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
  return (await api(tabApi.open, { form: { queryEditor: JSON.stringify(tab) } })).id;
}

/**
 * Changes columns of a tab, unless another window has since it was read as `tag` (412); answers its new tag. Every value
 * travels as JSON.
 */
export async function saveTab(
  pk: number,
  changes: Record<string, unknown>,
  tag: string | null,
): Promise<string | null> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(changes)) body.set(name, JSON.stringify(value));
  const headers: Record<string, string> = tag === null ? {} : { 'If-Match': tag };
  return (await put(tabApi.change.path.replace(':pk', String(pk)), { body, headers })).get('etag');
}

export async function activateTab(pk: number): Promise<void> {
  await api(tabApi.activate, { params: { pk } });
}

export async function removeTab(pk: number): Promise<void> {
  await api(tabApi.remove, { params: { pk } });
}

/** Runs SQL: answers its rows, or a query to be followed where it goes on whoever leaves (`runAsync`). */
export async function runSql(
  execution: Execution,
  signal: AbortSignal,
): Promise<AnswerOf<typeof sqlLabApi.execute>> {
  const body = { select_as_cta: false, ...execution, expand_data: true, json: true };
  const answer = await api(sqlLabApi.execute, { body, signal });
  return 'data' in answer ? withAllNumbers(answer) : answer;
}

/** The rows with the numbers that JSON has no word for. */
function withAllNumbers(answer: SqlAnswer): SqlAnswer {
  for (const rows of [...(answer.earlier ?? []), answer]) restoreNotFinite(rows);
  return answer;
}

/** The person's queries that have changed since a moment, in epoch milliseconds. */
export async function fetchChangedQueries(since: number, signal?: AbortSignal): Promise<LabQuery[]> {
  const q = { last_updated_ms: Math.max(0, Math.floor(since)) };
  return (await api(queryApi.updatedSince, { q, signal })).result;
}

/** The rows of a query that ran in the background. Rejects with ApiError 410 when they are not kept any more. */
export async function fetchResults(key: string, signal?: AbortSignal, page?: number): Promise<SqlAnswer> {
  const q = { key, ...(page !== undefined && { page }) };
  return withAllNumbers(await api(sqlLabApi.results, { q, signal }));
}

/** Stops a running query by the id its client gave it; `keepalive`: also when the page has ended meanwhile. */
export async function stopQuery(client_id: string, keepalive = false): Promise<void> {
  await api(queryApi.stop, { body: { client_id }, keepalive });
}

/** Keeps a query under a link that lasts; answers the link. */
export async function makeQueryLink(query: KeptQuery): Promise<string> {
  const { url } = await api(sqlLabApi.keepLink, { body: query });
  return new URL(url, window.location.origin).toString();
}

/** A query that was kept under a link. Rejects with ApiError 404. */
export function fetchKeptQuery(key: string): Promise<KeptQuery> {
  return api(sqlLabApi.keptLink, { params: { key } });
}

/** A query of the history. Rejects with ApiError 404 for one that the person may not see. */
export async function fetchQuery(pk: number): Promise<QueryItem> {
  return (await api(queryApi.show, { params: { pk } })).result;
}

/** The SQL, laid out by the server. */
export async function formatSql(sql: string, engine: string | undefined): Promise<string> {
  return (await api(sqlLabApi.formatSql, { body: { sql, ...(engine ? { engine } : {}) } })).result;
}

/** Where a statement cannot be read, counted from one; nothing runs. */
export async function checkSql(
  pk: number,
  body: { sql: string; catalog: string | null; schema: string | null; template_params: JsonObject },
  signal: AbortSignal,
): Promise<{ line: number; column: number; message: string }[]> {
  const { result } = await api(databaseApi.validateSql, { params: { pk }, body, signal });
  return result.map(({ line_number: line, start_column: column, message }) => ({ line, column, message }));
}

/** What the engine's planner thinks of each statement, in its own words. */
export async function estimateSql(body: AskedCost, signal: AbortSignal): Promise<Record<string, string>[]> {
  return (await api(sqlLabApi.estimate, { body, signal })).result;
}

/** What a script would take with it; it is not run. Rejects as running it would. */
export async function fetchAffected(body: AskedCost): Promise<AffectedBySql> {
  return (await api(sqlLabApi.affected, { body })).result;
}

/** On which way the engine would answer each statement; none where it does not tell. */
export async function planSql(body: AskedCost, signal: AbortSignal): Promise<PlanStep[]> {
  return (await api(sqlLabApi.plan, { body, signal })).result;
}

/** Databases that tell what a query costs. */
export async function fetchEstimating(signal: AbortSignal): Promise<number[]> {
  const { result } = await api(databaseApi.list, { q: { page_size: 1_000 }, signal });
  return result.flatMap(({ id, allows_cost_estimate }) => (allows_cost_estimate ? [id] : []));
}

/** The rows of a finished query as a file that comes as it is made. */
export function openExport(
  clientId: string,
  { format, rows }: { format: LabFileFormat; rows: 'shown' | 'all' },
  signal: AbortSignal,
): Promise<Response> {
  return open(sqlLabApi.exportRows, { params: { clientId }, query: { format, rows }, signal });
}

/** A database, or one of its catalogs; null = its usual one. */
export interface LabPlace {
  databaseId: number;
  catalog: string | null;
}

export async function fetchCatalogs(pk: number, force: boolean, signal?: AbortSignal): Promise<string[]> {
  return (await api(databaseTablesApi.catalogs, { params: { pk }, q: { force }, signal })).result;
}

export async function fetchSchemas(
  { databaseId: pk, catalog }: LabPlace,
  force: boolean,
  signal?: AbortSignal,
): Promise<string[]> {
  const q = { force, ...(catalog === null ? {} : { catalog }) };
  return (await api(databaseTablesApi.schemas, { params: { pk }, q, signal })).result;
}

export async function fetchTables(
  { databaseId: pk, catalog }: LabPlace,
  schema: string,
  signal?: AbortSignal,
): Promise<TableEntry[]> {
  const q = { schema_name: schema, ...(catalog === null ? {} : { catalog_name: catalog }) };
  return (await api(databaseTablesApi.tables, { params: { pk }, q, signal })).result;
}

/** Names of the functions of a database, where it tells them. */
export async function fetchFunctionNames(pk: number, signal?: AbortSignal): Promise<string[]> {
  return (await api(databaseTablesApi.functionNames, { params: { pk }, signal })).function_names;
}

export function fetchTable(
  { databaseId: pk, catalog }: LabPlace,
  schema: string | null,
  table: string,
  signal?: AbortSignal,
): Promise<TableMetadata> {
  const query = { name: table, ...(schema ? { schema } : {}), ...(catalog ? { catalog } : {}) };
  return api(databaseTablesApi.tableMetadata, { params: { pk }, query, signal });
}

/** The statement that makes a view; undefined for a table, and where the engine does not tell it. */
export async function fetchCreateView(
  { databaseId: pk, catalog }: LabPlace,
  schema: string | null,
  table: string,
): Promise<string | undefined> {
  const query = { name: table, ...(schema ? { schema } : {}), ...(catalog ? { catalog } : {}) };
  return (await api(databaseTablesApi.tableExtra, { params: { pk }, query })).view;
}

/** What the first rows of a table say of one of its columns. */
export async function fetchColumnProfile(
  { databaseId: database_id, catalog }: LabPlace,
  schema: string | null,
  { table, column }: { table: string; column: string },
  signal: AbortSignal,
): Promise<ColumnProfile> {
  const body = { database_id, catalog, schema, table, column };
  return (await api(sqlLabApi.columnProfile, { body, signal })).result;
}

/** The first rows of a statement that is being written. */
export async function fetchLive(body: LiveQuestion, signal: AbortSignal): Promise<LiveAnswer> {
  const answer = await api(sqlLabApi.live, { body, signal });
  if (answer.state === 'rows') restoreNotFinite(answer);
  return answer;
}

/** The rows of a query that other sites show. */
export async function fetchEmbeddedRows(
  key: string,
  signal: AbortSignal,
): Promise<AnswerOf<typeof sqlLabApi.embeddedRows>> {
  const rows = await api(sqlLabApi.embeddedRows, { params: { key }, signal });
  restoreNotFinite(rows);
  return rows;
}

/** Queries of the history that are fetched together (contract/ui.md E4). */
export const HISTORY_PAGE = 25;

/** Which queries of the history are wanted. */
export interface WantedQueries {
  /** Those of one tab. */
  editorId: string | undefined;
  /** Who has run them. */
  userId: number | undefined;
  /** A part of their text; empty = any. */
  sql: string;
  status: string | undefined;
}

/** A page of the person's earlier queries, newest first. */
export async function fetchHistory(
  { editorId, userId, sql, status }: WantedQueries,
  page: number,
  signal?: AbortSignal,
): Promise<QueryRow[]> {
  const q = {
    filters: [
      ...(editorId === undefined ? [] : [{ col: 'sql_editor_id', opr: 'eq', value: editorId }]),
      ...(userId === undefined ? [] : [{ col: 'user', opr: 'rel_o_m', value: userId }]),
      ...(sql === '' ? [] : [{ col: 'sql', opr: 'ct', value: sql }]),
      ...(status === undefined ? [] : [{ col: 'status', opr: 'eq', value: status }]),
    ],
    order_column: 'start_time',
    order_direction: 'desc' as const,
    page,
    page_size: HISTORY_PAGE,
  };
  return (await api(queryApi.list, { q, signal })).result;
}

/** Queries by the names that their clients gave them, as far as they are known still. */
export async function fetchQueriesCalled(ids: readonly string[], signal?: AbortSignal): Promise<QueryRow[]> {
  const q = { filters: [{ col: 'client_id', opr: 'in', value: [...ids] }], page: 0, page_size: ids.length };
  return (await api(queryApi.list, { q, signal })).result;
}

/** Removes a query of a tab from its history. */
export async function forgetQuery(pk: number, clientId: string): Promise<void> {
  await api(tabApi.removeQuery, { params: { pk, clientId } });
}

/** Keeps with a tab that a table is looked at below it. */
export async function openTablePreview(
  tab: number,
  { databaseId: dbId, catalog, schema, table: name }: LabPlace & { schema: string | null; table: string },
): Promise<number> {
  const table = JSON.stringify({ queryEditorId: tab, dbId, catalog, schema, name });
  return (await api(tabApi.openTable, { form: { table } })).id;
}

export async function closeTablePreview(pk: number): Promise<void> {
  await api(tabApi.removeTable, { params: { pk } });
}

/** Rows that a preview of a table shows (contract/ui.md E4). */
const PREVIEWED = 100;

/** Asks for the first rows of a table, by the statement that selects them; answers as `runSql` does. */
export function fetchFirstRows(
  { databaseId: database_id, catalog }: LabPlace,
  schema: string | null,
  sql: string,
  signal: AbortSignal,
): Promise<AnswerOf<typeof sqlLabApi.execute>> {
  return runSql({ database_id, catalog, schema, sql, queryLimit: PREVIEWED }, signal);
}
