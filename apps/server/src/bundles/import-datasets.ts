import type { Act } from '../http/act.ts';
import type { Db } from '../records/records.ts';
import type { Row } from '../records/tables.ts';
import { newMetric } from '../resources/dataset/dataset-columns.ts';
import { changedNow, createdNow } from '../resources/people.ts';
import { datasetView, schemaView } from '../security/data-grants.ts';
import { ensurePair, renameView } from '../security/role-setup.ts';
import type { DatasetFile } from './bundle-schemas.ts';
import { type ImportOptions, mayReferToExisting, nowhere } from './import-options.ts';
import { importError } from './import-problems.ts';
import { BUNDLE_TYPES, type Document } from './parse-bundle.ts';

/** Stores the datasets of a bundle over the databases at hand. Answers uuid → row. */
export async function importDatasets(
  documents: Document<DatasetFile>[],
  databases: ReadonlyMap<string, Row<'databases'>>,
  options: ImportOptions,
  records: Db,
  act: Act,
): Promise<Map<string, Row<'datasets'>>> {
  const rows = new Map<string, Row<'datasets'>>();
  for (const { path, content } of documents) {
    const known = await records
      .selectFrom('datasets')
      .selectAll()
      .where('uuid', '=', content.uuid)
      .executeTakeFirst();
    if (known && !options.overwrites.has('dataset')) {
      rows.set(content.uuid, known);
      continue;
    }
    const database =
      databases.get(content.database_uuid) ??
      (mayReferToExisting(options)
        ? await records
            .selectFrom('databases')
            .selectAll()
            .where('uuid', '=', content.database_uuid)
            .executeTakeFirst()
        : undefined);
    if (!database)
      throw importError(BUNDLE_TYPES[options.kind].model, {
        [path]: { database_uuid: [nowhere('database', content.database_uuid, options)] },
      });
    rows.set(content.uuid, await store(content, database, known, records, act));
  }
  return rows;
}

async function store(
  content: DatasetFile,
  database: Row<'databases'>,
  known: Row<'datasets'> | undefined,
  records: Db,
  act: Act,
): Promise<Row<'datasets'>> {
  const flag = (value: boolean | null | undefined, usual: boolean): 0 | 1 => ((value ?? usual) ? 1 : 0);
  const values = {
    database_id: database.id,
    table_name: content.table_name,
    catalog: content.catalog ?? null,
    schema: content.schema ?? null,
    sql: content.sql || null,
    description: content.description ?? null,
    main_dttm_col: content.main_dttm_col ?? null,
    default_endpoint: content.default_endpoint ?? null,
    offset: content.offset ?? 0,
    cache_timeout: content.cache_timeout ?? null,
    params: jsonText(content.params),
    template_params: jsonText(content.template_params),
    filter_select_enabled: flag(content.filter_select_enabled, true),
    fetch_values_predicate: content.fetch_values_predicate ?? null,
    extra: jsonText(content.extra),
    normalize_columns: flag(content.normalize_columns, false),
    always_filter_main_dttm: flag(content.always_filter_main_dttm, false),
    folders: jsonText(content.folders),
    is_managed_externally: flag(content.is_managed_externally, false),
    external_url: content.external_url ?? null,
  };
  const row = known
    ? await records
        .updateTable('datasets')
        .set({ ...values, ...changedNow(act) })
        .where('id', '=', known.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await records
        .insertInto('datasets')
        .values({ ...values, ...createdNow(act), uuid: content.uuid, is_sqllab_view: 0 })
        .returningAll()
        .executeTakeFirstOrThrow();
  const uuids = known ? await uuidsByName(known.id, records) : { columns: new Map(), metrics: new Map() };
  if (known) {
    await renameView(
      records,
      datasetView(database.database_name, known),
      datasetView(database.database_name, row),
    );
    await records.deleteFrom('dataset_columns').where('dataset_id', '=', row.id).execute();
    await records.deleteFrom('dataset_metrics').where('dataset_id', '=', row.id).execute();
  } else if (act.caller.user) {
    await records
      .insertInto('dataset_owners')
      .values({ dataset_id: row.id, user_id: act.caller.user.id })
      .execute();
  }
  await storeColumns(content, { id: row.id, uuids: uuids.columns }, database, records, act);
  await storeMetrics(content, { id: row.id, uuids: uuids.metrics }, records, act);
  await ensurePair(records, 'datasource_access', datasetView(database.database_name, row));
  if (row.schema)
    await ensurePair(records, 'schema_access', schemaView(database.database_name, null, row.schema));
  return row;
}

/** A dataset and the uuids that its parts have had. */
interface Parts {
  id: number;
  uuids: ReadonlyMap<string, string>;
}

/** Bundles name columns and metrics without a uuid; folders of the dataset know them by theirs, so those stay. */
async function uuidsByName(
  dataset_id: number,
  records: Db,
): Promise<{ columns: Map<string, string>; metrics: Map<string, string> }> {
  const columns = await records
    .selectFrom('dataset_columns')
    .select(['column_name as name', 'uuid'])
    .where('dataset_id', '=', dataset_id)
    .execute();
  const metrics = await records
    .selectFrom('dataset_metrics')
    .select(['metric_name as name', 'uuid'])
    .where('dataset_id', '=', dataset_id)
    .execute();
  const byName = (rows: { name: string; uuid: string }[]) =>
    new Map(rows.map(({ name, uuid }) => [name, uuid]));
  return { columns: byName(columns), metrics: byName(metrics) };
}

async function storeColumns(
  content: DatasetFile,
  { id: dataset_id, uuids }: Parts,
  database: Row<'databases'>,
  records: Db,
  act: Act,
): Promise<void> {
  const [{ engineById }, { genericTypeOf }] = await Promise.all([
    import('@chartroom/engines'),
    import('@chartroom/query'),
  ]);
  const dialect = engineById(database.backend)?.dialect ?? { nativeTypes: [] };
  const at = act.services.now().toISOString();
  for (const column of content.columns ?? []) {
    await records
      .insertInto('dataset_columns')
      .values({
        uuid: uuids.get(column.column_name) ?? act.services.uuid(),
        dataset_id,
        column_name: column.column_name,
        verbose_name: column.verbose_name ?? null,
        description: column.description ?? null,
        expression: column.expression || null,
        type: column.type ?? null,
        type_generic: column.type ? (genericTypeOf(column.type, dialect) ?? null) : null,
        advanced_data_type: column.advanced_data_type ?? null,
        is_dttm: column.is_dttm ? 1 : 0,
        is_active: column.is_active === false ? 0 : 1,
        groupby: column.groupby === false ? 0 : 1,
        filterable: column.filterable === false ? 0 : 1,
        python_date_format: column.python_date_format ?? null,
        extra: jsonText(column.extra),
        created_on: at,
        changed_on: at,
      })
      .execute();
  }
}

async function storeMetrics(
  content: DatasetFile,
  { id, uuids }: Parts,
  records: Db,
  act: Act,
): Promise<void> {
  for (const metric of content.metrics ?? []) {
    const row = newMetric(
      id,
      { ...metric, uuid: uuids.get(metric.metric_name), extra: jsonText(metric.extra) },
      act,
    );
    await records.insertInto('dataset_metrics').values(row).execute();
  }
}

function jsonText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
