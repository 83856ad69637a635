import type { HostKeys } from '@chartroom/engines';
import { ChartroomError, hasSavedMetricsOnly, isJsonObject, type QueryContext } from '@chartroom/model';
import { sql } from 'kysely';
import { createShortCache } from '../base/short-cache.ts';
import type {
  ChartSource,
  DatabaseSource,
  DataPorts,
  DatasetSource,
  GuestPass,
  LabQuerySource,
  Principal,
  RowRule,
  RuledDataset,
  UsualPlace,
} from '../data/ports.ts';
import type { Db } from '../records/records.ts';
import { storedObject } from '../records/stored-json.ts';
import type { Row } from '../records/tables.ts';
import type { Caller, Callers } from './caller.ts';
import { readAnnotations, readChart } from './chart-sources.ts';
import { dashboardGrantsDataset } from './dashboard-grants.ts';
import { datasetReadable, placeGranted } from './data-grants.ts';
import type { PersonalAccess } from './personal-access.ts';
import { guestRules, readRuledDatasets, readRules, withGuestRules } from './rules-of-rows.ts';
import { openTunnel } from './sealed-tunnel.ts';
import type { SecretBox } from './secret-box.ts';
import { isShownOn, type Verdict } from './shown-questions.ts';

/** What the data side asks of the records, and how it is told that they changed. */
export interface DataSources {
  ports: DataPorts;
  /** A database, a dataset or a row rule changed. */
  forget(): void;
}

/** Secrets of a connection as they are sealed. */
export interface ConnectionSecrets {
  password?: string | undefined;
  encrypted_extra?: string | undefined;
}

/** Milliseconds another process's change may go unnoticed. */
const KEPT = 1_000;

export function createDataSources(options: {
  db: Db;
  callers: Callers;
  secrets: SecretBox;
  personal: PersonalAccess;
  hostKeys: HostKeys;
  /** Where people learn how to get rights, or nothing. */
  instructions: string;
  now: () => Date;
}): DataSources {
  const { db, callers, secrets, personal, hostKeys, instructions, now } = options;
  const cache = <Value>() => createShortCache<string, Value>({ milliseconds: KEPT, most: 2_000, now });
  const databases = cache<DatabaseSource | undefined>();
  const datasets = cache<DatasetSource | undefined>();
  const rules = cache<RowRule[]>();
  const ruled = cache<RuledDataset[]>();
  const readable = cache<boolean>();
  const charts = cache<ChartSource | undefined>();
  const callerOf = (who: Principal) => {
    if (who.id !== undefined) return callers.byId(who.id);
    return who.guest ? callers.guests() : callers.anonymous();
  };
  const ports: DataPorts = {
    now,
    hostKeys,
    database: async (id, who) => {
      const source = await databases.get(String(id), () => readDatabase(db, secrets, id));
      return source && personal.of(source, who);
    },
    databaseAt: async (uri) =>
      (await db.selectFrom('databases').select('id').where('sqlalchemy_uri', '=', uri).executeTakeFirst())
        ?.id,
    databasesNamed: (name) => readNamed(db, name),
    dataset: (id) => datasets.get(String(id), () => readDataset(db, id)),
    labQuery: async (who, id) => {
      const caller = who.guest ? undefined : await callerOf(who);
      return caller && readLabQuery(db, caller, id);
    },
    chart: (id) => charts.get(String(id), () => readChart(db, id)),
    annotations: (layerId) => readAnnotations(db, layerId),
    rowRules: async (who, datasetId) => {
      const ofRoles = await rules.get(`${datasetId} ${who.roles.join('\n')}`, () =>
        readRules(db, who.roles, datasetId),
      );
      return who.guest ? [...ofRoles, ...guestRules(who.guest, datasetId)] : ofRoles;
    },
    ruledDatasets: async (who) => {
      const ofRoles = await ruled.get(who.roles.join('\n'), () => readRuledDatasets(db, who.roles));
      return who.guest ? withGuestRules(db, ofRoles, who.guest) : ofRoles;
    },
    mayReadDataset: async (who, datasetId, context) => {
      // Whatever the role of guests may read: they ask what the dashboards of their token show, and nothing else.
      if (who.guest) {
        const verdict = await guestsQuestion(db, who.guest, datasetId, context);
        if (verdict === 'shown') return;
        throw verdict === 'changed' ? changedQuestion() : datasetRefusal(datasetId, instructions);
      }
      const caller = await callerOf(who);
      const direct =
        caller && (await readable.get(`${datasetId} ${who.id}`, () => mayRead(db, caller, datasetId)));
      if (direct || (caller && (await dashboardGrantsDataset(db, caller, datasetId, context)))) return;
      throw datasetRefusal(datasetId, instructions);
    },
    mayReadTables: async (who, databaseId, tables, usual) => {
      const caller = await callerOf(who);
      if (!caller || !(await touches(db, caller, databaseId))) throw databaseRefusal(databaseId);
      const denied = await deniedTables(db, caller, databaseId, { tables, usual });
      if (denied.length > 0) throw tablesRefusal(denied, instructions);
    },
  };
  return {
    ports,
    forget: () => {
      for (const each of [databases, datasets, rules, ruled, readable, charts]) each.forget();
    },
  };
}

/** Connections by their name; capitals are told apart by whoever asks. */
async function readNamed(db: Db, name: string): Promise<{ id: number; name: string }[]> {
  const rows = await db
    .selectFrom('databases')
    .select(['id', 'database_name'])
    .where('expose_in_sqllab', '=', 1)
    .execute();
  const lower = name.toLowerCase();
  return rows.flatMap(({ id, database_name }) =>
    database_name.toLowerCase() === lower ? [{ id, name: database_name }] : [],
  );
}

async function readDatabase(db: Db, secrets: SecretBox, id: number): Promise<DatabaseSource | undefined> {
  const row = await db.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    uuid: row.uuid,
    database_name: row.database_name,
    backend: row.backend,
    uri: await fullUri(row, secrets),
    extra: storedObject(row.extra),
    secrets: storedObject(openSecrets(row.secrets, secrets).encrypted_extra ?? null),
    tunnel: openTunnel(row.ssh_tunnel, secrets),
    allow_dml: row.allow_dml === 1,
    allow_ctas: row.allow_ctas === 1,
    allow_cvas: row.allow_cvas === 1,
    impersonates: row.impersonate_user === 1,
    cache_timeout: row.cache_timeout,
    changed_on: row.changed_on,
  };
}

/** The stored address of a connection with its password put back. */
export async function fullUri(
  row: Pick<Row<'databases'>, 'sqlalchemy_uri' | 'secrets'>,
  secrets: SecretBox,
): Promise<string> {
  const password = openSecrets(row.secrets, secrets).password;
  if (password === undefined) return row.sqlalchemy_uri;
  const { parseUri, printUri } = await import('@chartroom/engines');
  return printUri({ ...parseUri(row.sqlalchemy_uri), password });
}

/** Reads the sealed secrets of a connection. */
export function openSecrets(sealed: string | null, secrets: SecretBox): ConnectionSecrets {
  if (sealed === null) return {};
  const kept: unknown = JSON.parse(secrets.open(sealed));
  if (!isJsonObject(kept)) return {};
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { password: text(kept.password), encrypted_extra: text(kept.encrypted_extra) };
}

async function readDataset(db: Db, id: number): Promise<DatasetSource | undefined> {
  const row = await db.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const columns = await db
    .selectFrom('dataset_columns')
    .selectAll()
    .where('dataset_id', '=', id)
    .orderBy('id')
    .execute();
  const metrics = await db
    .selectFrom('dataset_metrics')
    .selectAll()
    .where('dataset_id', '=', id)
    .orderBy('id')
    .execute();
  return {
    id: row.id,
    database_id: row.database_id,
    table_name: row.table_name,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    main_dttm_col: row.main_dttm_col,
    always_filter_main_dttm: row.always_filter_main_dttm === 1,
    offset: row.offset,
    fetch_values_predicate: row.fetch_values_predicate,
    template_params: row.template_params,
    cache_timeout: row.cache_timeout,
    changed_on: row.changed_on,
    columns: columns.map((column) => ({
      ...column,
      filterable: column.filterable === 1,
      groupby: column.groupby === 1,
      is_dttm: column.is_dttm === 1,
      type_generic: genericOf(column.type_generic),
    })),
    metrics: metrics.map((metric) => ({ ...metric, currency: currencyOf(metric.currency) })),
    savedMetricsOnly: hasSavedMetricsOnly(row.extra),
  };
}

/** A query that the caller ran in SQL Lab, or anybody where they see those of all. */
async function readLabQuery(db: Db, caller: Caller, id: number): Promise<LabQuerySource | undefined> {
  const query = db
    .selectFrom('queries')
    .select(['id', 'database_id', 'catalog', 'schema', 'tab_name', 'sql', 'changed_on'])
    .where('id', '=', id);
  const seen = caller.grants.allQueries ? query : query.where('user_id', '=', caller.user?.id ?? -1);
  const row = await seen.executeTakeFirst();
  if (!row) return undefined;
  const { tab_name, ...rest } = row;
  return { ...rest, name: tab_name || `Query ${id}` };
}

/** A stored kind of column as what it is. */
export function genericOf(stored: number | null): 0 | 1 | 2 | 3 | null {
  return stored === 0 || stored === 1 || stored === 2 || stored === 3 ? stored : null;
}

/** A stored currency as what it is. */
export function currencyOf(stored: string | null): { symbol?: string; symbolPosition?: string } | null {
  if (!stored) return null;
  const value = storedObject(stored);
  if (Object.keys(value).length === 0) return null;
  return {
    ...(typeof value.symbol === 'string' && { symbol: value.symbol }),
    ...(typeof value.symbolPosition === 'string' && { symbolPosition: value.symbolPosition }),
  };
}

/** Whether grants or ownership let somebody read a dataset. */
export async function mayRead(db: Db, caller: Caller, datasetId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from datasets as t where t.id = ${datasetId} and ${datasetReadable(caller.grants, caller.user?.id, 't')}`.execute(
      db,
    );
  return rows.length > 0;
}

interface TableName {
  catalog: string | null;
  schema: string | null;
  table: string;
}

/** Whether anything in a database is open to somebody. Whoever has nothing there runs nothing there, not even `SELECT 1`. */
async function touches(db: Db, caller: Caller, databaseId: number): Promise<boolean> {
  const { grants } = caller;
  if (grants.allDatabases || grants.databases.has(databaseId)) return true;
  if ([...grants.catalogs, ...grants.schemas].some((each) => each.databaseId === databaseId)) return true;
  const { rows } = await sql`select 1 from datasets as t where t.database_id = ${databaseId}
    and ${datasetReadable({ ...grants, allDatasources: false }, caller.user?.id, 't')} limit 1`.execute(db);
  return rows.length > 0;
}

function databaseRefusal(databaseId: number): ChartroomError {
  return new ChartroomError('You need access to the database or `all_database_access` permission', {
    status: 403,
    error_type: 'DATABASE_SECURITY_ACCESS_ERROR',
    level: 'warning',
    extra: { database: databaseId },
  });
}

/**
 * Tables that neither a grant nor a readable dataset on a table of that name covers. A virtual dataset stands on no
 * table: its name says nothing.
 */
async function deniedTables(
  db: Db,
  caller: Caller,
  databaseId: number,
  { tables, usual }: { tables: TableName[]; usual: () => Promise<UsualPlace> },
): Promise<TableName[]> {
  if (caller.grants.allDatabases || caller.grants.databases.has(databaseId)) return [];
  const readable = await sql<{ catalog: string | null; schema: string | null; table_name: string }>`
    select t.catalog, t.schema, t.table_name from datasets as t where t.database_id = ${databaseId} and coalesce(t.sql, '') = ''
    and ${datasetReadable({ ...caller.grants, allDatasources: false }, caller.user?.id, 't')}`.execute(db);
  const denied: TableName[] = [];
  for (const table of tables) {
    if (
      placeGranted(caller.grants, { database_id: databaseId, catalog: table.catalog, schema: table.schema })
    )
      continue;
    const namesakes = readable.rows.filter((row) => row.table_name === table.table);
    if (!(await anyStandsAt(namesakes, table, usual))) denied.push(table);
  }
  return denied;
}

/** Whether one of some datasets stands where a table is; those that name no place stand in the usual one. */
async function anyStandsAt(
  datasets: UsualPlace[],
  table: UsualPlace,
  usual: () => Promise<UsualPlace>,
): Promise<boolean> {
  const parts = ['schema', 'catalog'] as const;
  const isUnsaid = datasets.some((dataset) =>
    parts.some((part) => dataset[part] === null && table[part] !== null),
  );
  const place = isUnsaid ? await usual() : { schema: null, catalog: null };
  return datasets.some((dataset) =>
    parts.every((part) => table[part] === null || (dataset[part] ?? place[part]) === table[part]),
  );
}

function tablesRefusal(tables: TableName[], link: string): ChartroomError {
  const names = tables.map((table) =>
    [table.catalog, table.schema, table.table].filter((part) => part !== null).join('.'),
  );
  return new ChartroomError(
    `You need access to the following tables: ${names.map((name) => `\`${name}\``).join(', ')}, \`all_database_access\` or \`all_datasource_access\` permission`,
    {
      status: 403,
      error_type: 'TABLE_SECURITY_ACCESS_ERROR',
      level: 'warning',
      extra: { link, tables: names },
    },
  );
}

/** What a guest asks of the dashboards of their token. */
async function guestsQuestion(
  db: Db,
  guest: GuestPass,
  datasetId: number,
  context: QueryContext | undefined,
): Promise<Verdict> {
  const dashboardId = Number(context?.form_data?.dashboardId);
  if (!context || !guest.dashboards.includes(dashboardId)) return 'elsewhere';
  return isShownOn(db, dashboardId, datasetId, context);
}

function changedQuestion(): ChartroomError {
  return new ChartroomError('Guest user cannot modify chart payload', {
    status: 403,
    error_type: 'DASHBOARD_SECURITY_ACCESS_ERROR',
    level: 'error',
  });
}

/**
 * The 403 for a dataset that somebody may not read: what is closed to them is not named.
 * @param link where people learn how to get rights, or nothing
 */
export function datasetRefusal(datasetId: number, link: string): ChartroomError {
  return new ChartroomError(
    'This endpoint requires the datasource, database or `all_datasource_access` permission',
    {
      status: 403,
      error_type: 'DATASOURCE_SECURITY_ACCESS_ERROR',
      level: 'warning',
      extra: { link, datasource: datasetId },
    },
  );
}

/** The refusal of reading a dataset, for routes that check it themselves. */
export async function requireReadable(
  ports: DataPorts,
  caller: Caller,
  datasetId: number,
  context?: QueryContext,
): Promise<void> {
  await ports.mayReadDataset(caller.principal, datasetId, context);
}

/** Databases and datasets, and who may read what of them. */
export interface WithSources {
  sources: DataSources;
}
