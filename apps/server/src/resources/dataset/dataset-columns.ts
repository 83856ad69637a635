import type { ColumnDescription } from '@chartroom/engines';
import { ChartroomError, type DatasetColumnPut, type DatasetMetricPut } from '@chartroom/model';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { unprocessable } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import type { Db } from '../../records/records.ts';
import type { NewRow, Row } from '../../records/tables.ts';

/** What a dataset stands on. */
export interface Origin {
  database_id: number;
  catalog: string | null;
  schema: string | null;
  table_name: string;
  sql: string | null;
  /** JSON text of the parameters of its templates. */
  template_params: string | null;
}

/** Asks the database for the columns of a table or of a text of SQL. Rejects with 422 when there is no such table. */
export async function columnsAtSource(
  origin: Origin,
  act: Act<Ground & WithData>,
): Promise<ColumnDescription[]> {
  const data = await act.services.data();
  if (origin.sql)
    return data.describeSql(
      origin.database_id,
      await plainSql(origin.sql, origin, act),
      origin,
      act.caller.principal,
    );
  try {
    return (
      await data.describe(
        origin.database_id,
        {
          table: origin.table_name,
          schema: origin.schema,
          catalog: origin.catalog,
        },
        act.caller.principal,
      )
    ).columns;
  } catch (error) {
    if (!(error instanceof ChartroomError) || error.error_type !== 'TABLE_DOES_NOT_EXIST_ERROR') throw error;
    const advice = 'please double check your database connection, schema, and table name';
    throw unprocessable({ table: [`Table [${fullName(origin)}] could not be found, ${advice}`] });
  }
}

/** The SQL a dataset stands on, for nobody in particular: what whoever writes it answers for. */
export async function plainSql(sql: string, origin: Origin, act: Act<Ground & WithData>): Promise<string> {
  const data = await act.services.data();
  return data.neutralSql(origin.database_id, sql, origin.template_params, origin, act.caller.principal);
}

/** `catalog.schema.table`, as far as they are given. */
export function fullName(origin: Pick<Origin, 'catalog' | 'schema' | 'table_name'>): string {
  return [origin.catalog, origin.schema, origin.table_name]
    .filter((part) => part !== null && part !== '')
    .join('.');
}

/** Native types as the dataset's columns keep them, with the kind they are of. */
export async function typedColumns(columns: ColumnDescription[], databaseId: number, records: Db) {
  const [{ engineById }, { genericTypeOf }] = await Promise.all([
    import('@chartroom/engines'),
    import('@chartroom/query'),
  ]);
  const database = await records
    .selectFrom('databases')
    .select('backend')
    .where('id', '=', databaseId)
    .executeTakeFirstOrThrow();
  const dialect = engineById(database.backend)?.dialect ?? { nativeTypes: [] };
  return columns.map((column) => ({ ...column, generic: genericTypeOf(column.nativeType, dialect) ?? null }));
}

/**
 * Brings the columns of a dataset in line with what its source has: new ones are added, missing ones removed, types
 * follow; calculated columns and what people wrote stay. Names the first temporal column as the main one where none is.
 */
export async function syncColumns(
  records: Db,
  dataset: { id: number },
  origin: Origin,
  found: ColumnDescription[],
  act: Act,
): Promise<void> {
  const at = act.services.now().toISOString();
  const known = await records
    .selectFrom('dataset_columns')
    .selectAll()
    .where('dataset_id', '=', dataset.id)
    .execute();
  const columns = await typedColumns(found, origin.database_id, records);
  const present = new Set(columns.map((column) => column.name));
  const gone = known
    .filter((column) => !column.expression && !present.has(column.column_name))
    .map((column) => column.id);
  if (gone.length > 0) await records.deleteFrom('dataset_columns').where('id', 'in', gone).execute();
  for (const column of columns) {
    const old = known.find((each) => each.column_name === column.name);
    if (!old)
      await records
        .insertInto('dataset_columns')
        .values(freshColumn(dataset.id, column, act))
        .execute();
    else if (!old.expression && (old.type !== column.nativeType || old.type_generic !== column.generic)) {
      const changed = { type: column.nativeType, type_generic: column.generic, changed_on: at };
      const temporal = { ...changed, is_dttm: column.generic === 2 ? 1 : old.is_dttm } as const;
      await records.updateTable('dataset_columns').set(temporal).where('id', '=', old.id).execute();
    }
  }
  const first = columns.find((column) => column.generic === 2);
  if (first) {
    await records
      .updateTable('datasets')
      .set({ main_dttm_col: first.name })
      .where('id', '=', dataset.id)
      .where('main_dttm_col', 'is', null)
      .execute();
  }
}

function freshColumn(
  dataset_id: number,
  column: ColumnDescription & { generic: number | null },
  act: Act,
): NewRow<'dataset_columns'> {
  const at = act.services.now().toISOString();
  return {
    uuid: act.services.uuid(),
    dataset_id,
    column_name: column.name,
    verbose_name: null,
    description: column.comment,
    expression: null,
    type: column.nativeType,
    type_generic: column.generic,
    advanced_data_type: null,
    is_dttm: column.generic === 2 ? 1 : 0,
    is_active: 1,
    groupby: 1,
    filterable: 1,
    python_date_format: null,
    extra: null,
    created_on: at,
    changed_on: at,
  };
}

/** The metric that every new dataset begins with. */
export function countMetric(dataset_id: number, act: Act): NewRow<'dataset_metrics'> {
  return newMetric(
    dataset_id,
    { metric_name: 'count', verbose_name: 'COUNT(*)', metric_type: 'count', expression: 'COUNT(*)' },
    act,
  );
}

/** A metric to be; its currency may be of any shape, as files bring it. */
type MetricToBe = Omit<DatasetMetricPut, 'currency'> & { currency?: object | null | undefined };

/** The row of a new metric; what is not given is empty. */
export function newMetric(dataset_id: number, metric: MetricToBe, act: Act): NewRow<'dataset_metrics'> {
  const at = act.services.now().toISOString();
  return {
    uuid: metric.uuid ?? act.services.uuid(),
    dataset_id,
    metric_name: metric.metric_name,
    verbose_name: metric.verbose_name ?? null,
    metric_type: metric.metric_type ?? null,
    description: metric.description ?? null,
    expression: metric.expression,
    d3format: metric.d3format ?? null,
    currency: metric.currency ? JSON.stringify(metric.currency) : null,
    warning_text: metric.warning_text ?? null,
    extra: metric.extra ?? null,
    created_on: at,
    changed_on: at,
  };
}

interface Named {
  id?: number | undefined;
  name: string;
}

/** Throws 422 for unknown ids, names that stand twice, and new things named like one that is there (contract/api.md §2.2). */
function checkNames(
  field: 'columns' | 'metrics',
  given: Named[],
  known: { id: number; name: string }[],
): void {
  const refuse = (reason: string) => unprocessable({ [field]: [`One or more ${field} ${reason}`] });
  if (new Set(given.map((each) => each.name)).size !== given.length) throw refuse('are duplicated');
  const ids = new Set(known.map((each) => each.id));
  if (given.some((each) => each.id !== undefined && !ids.has(each.id))) throw refuse('do not exist');
  const names = new Set(known.map((each) => each.name));
  if (given.some((each) => each.id === undefined && names.has(each.name))) throw refuse('already exist');
}

/** Makes the given columns the whole set of a dataset's columns. `override`: whatever stood there before goes. */
export async function replaceColumns(
  records: Db,
  datasetId: number,
  given: DatasetColumnPut[],
  act: Act,
  { override }: { override: boolean },
): Promise<void> {
  const known = await records
    .selectFrom('dataset_columns')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .execute();
  const named = given.map((each) => ({ id: override ? undefined : each.id, name: each.column_name }));
  checkNames(
    'columns',
    named,
    override ? [] : known.map((each) => ({ id: each.id, name: each.column_name })),
  );
  const kept = new Set(override ? [] : given.map((each) => each.id));
  const gone = known.filter((each) => !kept.has(each.id)).map((each) => each.id);
  if (gone.length > 0) await records.deleteFrom('dataset_columns').where('id', 'in', gone).execute();
  const { genericTypeOf } = await import('@chartroom/query');
  const kindOf = (type: string) => genericTypeOf(type, { nativeTypes: [] }) ?? null;
  for (const column of given) {
    const old = override ? undefined : known.find((each) => each.id === column.id);
    const row = columnRow({ datasetId, column, old, kindOf }, act);
    if (old) await records.updateTable('dataset_columns').set(row).where('id', '=', old.id).execute();
    else await records.insertInto('dataset_columns').values(row).execute();
  }
}

interface ColumnChange {
  datasetId: number;
  column: DatasetColumnPut;
  old: Row<'dataset_columns'> | undefined;
  kindOf(type: string): number | null;
}

function columnRow({ datasetId, column, old, kindOf }: ColumnChange, act: Act): NewRow<'dataset_columns'> {
  const at = act.services.now().toISOString();
  const text = (
    name:
      | 'verbose_name'
      | 'description'
      | 'expression'
      | 'type'
      | 'advanced_data_type'
      | 'python_date_format'
      | 'extra',
  ) => (column[name] === undefined ? (old?.[name] ?? null) : (column[name] ?? null));
  const flag = (given: boolean | null | undefined, before: 0 | 1): 0 | 1 => {
    if (given === undefined || given === null) return before;
    return given ? 1 : 0;
  };
  const type = text('type');
  const genericOf = (name: string) => (name === old?.type ? old.type_generic : kindOf(name));
  return {
    uuid: column.uuid ?? old?.uuid ?? act.services.uuid(),
    dataset_id: datasetId,
    column_name: column.column_name,
    verbose_name: text('verbose_name'),
    description: text('description'),
    expression: text('expression') || null,
    type,
    type_generic: type === null ? null : genericOf(type),
    advanced_data_type: text('advanced_data_type'),
    is_dttm: flag(column.is_dttm, old?.is_dttm ?? 0),
    is_active: flag(column.is_active, old?.is_active ?? 1),
    groupby: flag(column.groupby, old?.groupby ?? 1),
    filterable: flag(column.filterable, old?.filterable ?? 1),
    python_date_format: text('python_date_format'),
    extra: text('extra'),
    created_on: old?.created_on ?? at,
    changed_on: at,
  };
}

/** Makes the given metrics the whole set of a dataset's metrics. */
export async function replaceMetrics(
  records: Db,
  datasetId: number,
  given: DatasetMetricPut[],
  act: Act,
): Promise<void> {
  const known = await records
    .selectFrom('dataset_metrics')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .execute();
  checkNames(
    'metrics',
    given.map((each) => ({ id: each.id, name: each.metric_name })),
    known.map((each) => ({ id: each.id, name: each.metric_name })),
  );
  const kept = new Set(given.map((each) => each.id));
  const gone = known.filter((each) => !kept.has(each.id)).map((each) => each.id);
  if (gone.length > 0) await records.deleteFrom('dataset_metrics').where('id', 'in', gone).execute();
  for (const metric of given) {
    const old = known.find((each) => each.id === metric.id);
    if (old) {
      const {
        uuid: _,
        created_on: __,
        ...fresh
      } = newMetric(datasetId, { ...withoutUnset(old), ...metric }, act);
      const currency = metric.currency === undefined ? old.currency : fresh.currency;
      await records
        .updateTable('dataset_metrics')
        .set({ ...fresh, currency })
        .where('id', '=', old.id)
        .execute();
    } else
      await records
        .insertInto('dataset_metrics')
        .values(newMetric(datasetId, metric, act))
        .execute();
  }
}

/** What a stored metric says, as the base that a change goes over. */
function withoutUnset(
  old: Row<'dataset_metrics'>,
): Omit<DatasetMetricPut, 'metric_name' | 'expression' | 'currency'> {
  const { verbose_name, metric_type, description, d3format, warning_text, extra } = old;
  return { verbose_name, metric_type, description, d3format, warning_text, extra };
}
