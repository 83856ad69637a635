import type { ColumnDescription } from '@chartroom/engines';
import type { DatasetPost, DatasetPut, DatasourceData } from '@chartroom/model';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { failing, notFound, staleVersion, unprocessable } from '../../http/errors.ts';
import { isOwnAddress } from '../../http/own-path.ts';
import { Reasons } from '../../http/reasons.ts';
import type { Ground } from '../../records/ground.ts';
import type { Db } from '../../records/records.ts';
import type { Row } from '../../records/tables.ts';
import type { WithCallers } from '../../security/caller.ts';
import { datasetView, schemaView } from '../../security/data-grants.ts';
import type { WithSources } from '../../security/data-sources.ts';
import { ensurePair, renameView } from '../../security/role-setup.ts';
import { connectionParameters, databaseExtra } from '../database/database-rows.ts';
import { datasourceData } from '../explore/datasource-data.ts';
import { changedNow, createdNow, resolveOwners } from '../people.ts';
import { requireOwned } from '../resource-queries.ts';
import {
  columnsAtSource,
  countMetric,
  fullName,
  type Origin,
  replaceColumns,
  replaceMetrics,
  syncColumns,
} from './dataset-columns.ts';
import { carryNames, type NamesToCarry, namesIn, namesToCarry, requireNames } from './dataset-new-names.ts';
import { DATASET_OWNERS } from './dataset-rows.ts';
import { type Expressions, requireExpressions, requireWrittenSource } from './dataset-source.ts';

type Database = Row<'databases'>;

/** Tells everybody who keeps something of datasets that they changed. */
export function datasetsChanged(act: Act<Ground & WithCallers & WithSources>): void {
  act.services.sources.forget();
  act.services.callers.forget();
}

/** Stores a dataset with the columns its source has and the metric `count`; 422 when it is there already or has no source. */
export async function createDataset(
  body: DatasetPost,
  act: Act<Ground & WithCallers & WithData & WithSources>,
): Promise<{ id: number; data: DatasourceData }> {
  const database = await databaseOr422(body.database, act);
  if (body.catalog) await requireUsualCatalog(database, body.catalog);
  const origin: Origin = {
    database_id: database.id,
    catalog: body.catalog || (await catalogOf(database)),
    schema: body.schema || (await usualSchema(database, act)),
    table_name: body.table_name,
    sql: body.sql || null,
    template_params: body.template_params ?? null,
  };
  const reasons = new Reasons();
  await reasons.of(refuseKnown(origin, undefined, act));
  const owners = await reasons.of(resolveOwners(body.owners, act, { creating: true }));
  if (!owners || !reasons.isEmpty) throw reasons.refusal();
  await requireWrittenSource(database, origin, act);
  const columns = await columnsFor('created', origin, act);
  const id = await act.services.db.transaction().execute(async (records) => {
    const made = await records
      .insertInto('datasets')
      .values({ ...freshDataset(body, act), ...origin })
      .returning('id')
      .executeTakeFirstOrThrow();
    await syncColumns(records, made, origin, columns, act);
    await records.insertInto('dataset_metrics').values(countMetric(made.id, act)).execute();
    await setOwners(records, made.id, owners);
    await ensureGrants(records, database, { id: made.id, ...origin });
    return made.id;
  });
  datasetsChanged(act);
  const data = (await datasourceData([id], act)).get(id);
  if (!data) throw notFound();
  const parameters = await connectionParameters(database.sqlalchemy_uri);
  return { id, data: { ...data, database: { ...data.database, parameters } } };
}

function freshDataset(body: DatasetPost, act: Act) {
  return {
    ...createdNow(act),
    uuid: body.uuid ?? act.services.uuid(),
    description: null,
    main_dttm_col: null,
    default_endpoint: null,
    offset: 0,
    cache_timeout: null,
    params: null,
    template_params: body.template_params ?? null,
    filter_select_enabled: 1 as const,
    fetch_values_predicate: null,
    extra: null,
    is_sqllab_view: 0 as const,
    normalize_columns: body.normalize_columns ? (1 as const) : (0 as const),
    always_filter_main_dttm: body.always_filter_main_dttm ? (1 as const) : (0 as const),
    folders: null,
    is_managed_externally: body.is_managed_externally ? (1 as const) : (0 as const),
    external_url: body.external_url ?? null,
  };
}

/** Changes a dataset (contract/api.md §2.2); owners and administrators only. Answers what the change says. */
export async function changeDataset(
  id: number,
  body: DatasetPut,
  options: { override: boolean; expected?: string | undefined },
  act: Act<Ground & WithCallers & WithData & WithSources>,
): Promise<DatasetPut> {
  await requireOwned({ ownership: DATASET_OWNERS }, [id], act);
  const { db } = act.services;
  const stored = await db.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const database = await databaseOr422(body.database_id ?? stored.database_id, act);
  const before = await databaseOr422(stored.database_id, act);
  const origin: Origin = {
    database_id: database.id,
    catalog: body.catalog === undefined ? stored.catalog : (body.catalog ?? null),
    schema: body.schema === undefined ? stored.schema : (body.schema ?? null),
    table_name: body.table_name ?? stored.table_name,
    sql: body.sql === undefined ? stored.sql : body.sql || null,
    template_params:
      body.template_params === undefined ? stored.template_params : (body.template_params ?? null),
  };
  const isMoved = body.catalog !== stored.catalog || database.id !== before.id;
  if (body.catalog && isMoved) await requireUsualCatalog(database, body.catalog);
  requireSafeEndpoint(body.default_endpoint, stored.default_endpoint, act);
  if (body.folders && body.folders.length > 0)
    throw unprocessable({ folders: ['Dataset folders are not enabled'] });
  await refuseKnown(origin, id, act);
  if (standsElsewhere(stored, origin)) await requireWrittenSource(database, origin, act);
  await requireExpressions(database, origin, body, await expressionsOf(stored, act), act);
  const owners =
    body.owners === undefined ? undefined : await resolveOwners(body.owners, act, { creating: false });
  const found = options.override ? await columnsFor('updated', origin, act) : undefined;
  const carried = body.new_names?.length ? await namesFor(stored, body, found, act) : undefined;
  await db.transaction().execute(async (records) => {
    const values = { ...changedNow(act), ...changedSettings(body), ...origin };
    const writing = records.updateTable('datasets').set(values).where('id', '=', id);
    const written = await (options.expected === undefined
      ? writing
      : writing.where('changed_on', '=', options.expected)
    ).executeTakeFirst();
    if (Number(written.numUpdatedRows) === 0)
      throw options.expected === undefined ? notFound() : staleVersion();
    if (body.columns) await replaceColumns(records, id, body.columns, act, options);
    if (found) await syncColumns(records, { id }, origin, found, act);
    if (body.metrics) await replaceMetrics(records, id, body.metrics, act);
    if (owners) await setOwners(records, id, owners);
    if (carried) await carryNames(records, carried, act);
    await renameView(
      records,
      datasetView(before.database_name, stored),
      datasetView(database.database_name, { id, ...origin }),
    );
    await ensureGrants(records, database, { id, ...origin });
  });
  datasetsChanged(act);
  return {
    ...body,
    always_filter_main_dttm: body.always_filter_main_dttm ?? stored.always_filter_main_dttm === 1,
  };
}

/** The new names that a change carries to charts and dashboards; 422 for those that it does not give. */
async function namesFor(
  { id, table_name }: Row<'datasets'>,
  { columns, metrics, new_names = [] }: DatasetPut,
  found: readonly ColumnDescription[] | undefined,
  act: Act,
): Promise<NamesToCarry> {
  const stored = await namesIn(id, act);
  const after = {
    columns: new Set([
      ...(columns?.map((each) => each.column_name) ?? stored.columns),
      ...(found ?? []).map((each) => each.name),
    ]),
    metrics: new Set(metrics?.map((each) => each.metric_name) ?? stored.metrics),
  };
  requireNames(new_names, stored, after);
  return namesToCarry({ id, table_name }, new_names, act);
}

/** Throws 422 for a page of another site, which the name of a dataset would lead to; one that is there already stays. */
function requireSafeEndpoint(
  asked: string | null | undefined,
  stored: string | null,
  { services: { config } }: Act,
): void {
  if (
    !asked ||
    asked === stored ||
    !config.PREVENT_UNSAFE_DEFAULT_URLS_ON_DATASET ||
    isOwnAddress(asked, config.BASE_URL)
  )
    return;
  const reason = 'The submitted URL is not considered safe, only use URLs with the same domain as Chartroom.';
  throw unprocessable({ default_endpoint: [reason] });
}

/** What a dataset computes already. */
async function expressionsOf(
  { id, fetch_values_predicate }: Row<'datasets'>,
  { services: { db } }: Act,
): Promise<Expressions> {
  const columns = await db
    .selectFrom('dataset_columns')
    .select('expression')
    .where('dataset_id', '=', id)
    .execute();
  const metrics = await db
    .selectFrom('dataset_metrics')
    .select('expression')
    .where('dataset_id', '=', id)
    .execute();
  return { columns, metrics, fetch_values_predicate };
}

/** Whether a change makes a dataset stand on something else; the name of a virtual one is only a name. */
function standsElsewhere(before: Origin, after: Origin): boolean {
  if (before.database_id !== after.database_id || before.sql !== after.sql) return true;
  if (after.sql && before.template_params !== after.template_params) return true;
  if (before.schema !== after.schema || before.catalog !== after.catalog) return true;
  return !after.sql && before.table_name !== after.table_name;
}

/** Takes in what changed at the source of a dataset; owners and administrators only. */
export async function refreshDataset(
  id: number,
  act: Act<Ground & WithCallers & WithData & WithSources>,
): Promise<void> {
  await requireOwned({ ownership: DATASET_OWNERS }, [id], act);
  await followSource(id, act);
}

/** Takes in what the caller has changed at the source of a dataset, whoever owns it. */
export async function followSource(
  id: number,
  act: Act<Ground & WithCallers & WithData & WithSources>,
): Promise<void> {
  const { db } = act.services;
  const origin = await db.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const columns = await columnsFor('updated', origin, act);
  await db.transaction().execute(async (records) => {
    await syncColumns(records, { id }, origin, columns, act);
    await records.updateTable('datasets').set(changedNow(act)).where('id', '=', id).execute();
  });
  datasetsChanged(act);
}

/** The columns at the source of a dataset; 422 that says what comes of it where the engine refuses. */
async function columnsFor(
  what: 'created' | 'updated',
  origin: Origin,
  act: Act<Ground & WithData>,
): Promise<ColumnDescription[]> {
  try {
    return await columnsAtSource(origin, act);
  } catch (error) {
    throw failing(`Dataset could not be ${what}.`, error);
  }
}

const TEXTS = [
  'fetch_values_predicate',
  'description',
  'main_dttm_col',
  'default_endpoint',
  'template_params',
  'extra',
  'external_url',
] as const;
const FLAGS = [
  'filter_select_enabled',
  'normalize_columns',
  'always_filter_main_dttm',
  'is_sqllab_view',
  'is_managed_externally',
] as const;

function changedSettings(body: DatasetPut) {
  const texts = Object.fromEntries(
    TEXTS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name] ?? null]])),
  );
  const flags = Object.fromEntries(
    FLAGS.flatMap((name) =>
      body[name] === undefined || body[name] === null ? [] : [[name, body[name] ? 1 : 0]],
    ),
  );
  return {
    ...texts,
    ...flags,
    ...(body.offset !== undefined && { offset: body.offset ?? 0 }),
    ...(body.cache_timeout !== undefined && { cache_timeout: body.cache_timeout ?? null }),
    ...(body.uuid && { uuid: body.uuid }),
  };
}

async function databaseOr422(id: number, act: Act): Promise<Database> {
  const row = await act.services.db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw unprocessable({ database: ['Database does not exist'] });
  return row;
}

async function catalogOf({ backend, sqlalchemy_uri: uri }: Database): Promise<string | null> {
  const { usualCatalog } = await import('../../data/sql/usual-catalog.ts');
  return usualCatalog({ backend, uri });
}

/** Whoever allows no several catalogs on a connection has one alone (contract/api.md §2.2); where none is named, any may be meant. */
async function requireUsualCatalog(database: Database, catalog: string): Promise<void> {
  const usual = await catalogOf(database);
  if (usual === null || usual === catalog || databaseExtra(database).allow_multi_catalog === true) return;
  throw unprocessable({ catalog: ['Only the default catalog is supported for this connection'] });
}

async function usualSchema(database: Database, act: Act<Ground & WithData>): Promise<string | null> {
  const session = await (await act.services.data()).session(database.id, act.caller.principal);
  return session.defaultSchema();
}

/** One dataset per place and name. Datasets made before catalogs were known count as being in the usual one. */
async function refuseKnown(origin: Origin, except: number | undefined, act: Act): Promise<void> {
  const known = await act.services.db
    .selectFrom('datasets')
    .select(['id', 'catalog', 'schema'])
    .where('database_id', '=', origin.database_id)
    .where('table_name', '=', origin.table_name)
    .execute();
  const same = known.find(
    (row) =>
      row.schema === origin.schema && (row.catalog === origin.catalog || !row.catalog || !origin.catalog),
  );
  if (same && same.id !== except)
    throw unprocessable({ table: [`Dataset ${fullName(origin)} already exists`] });
}

async function setOwners(records: Db, id: number, owners: number[]): Promise<void> {
  await records.deleteFrom('dataset_owners').where('dataset_id', '=', id).execute();
  if (owners.length === 0) return;
  await records
    .insertInto('dataset_owners')
    .values(owners.map((user_id) => ({ dataset_id: id, user_id })))
    .execute();
}

/** The grants that can be given on a dataset and on the schema it is in. */
async function ensureGrants(
  records: Db,
  database: Database,
  dataset: { id: number } & Origin,
): Promise<void> {
  await ensurePair(records, 'datasource_access', datasetView(database.database_name, dataset));
  if (dataset.schema)
    await ensurePair(records, 'schema_access', schemaView(database.database_name, null, dataset.schema));
}
