import { ChartroomError } from '@chartroom/model';
import type { ForeignKeyDescription, KeyDescription, Relation, TableDescription } from '../engine.ts';
import { listOf, objectOf, textOf } from '../files/json-members.ts';
import type { Service } from './service.ts';
import { fieldOf, typeName } from './values.ts';

const KINDS: Readonly<Record<string, Relation['type']>> = {
  VIEW: 'view',
  MATERIALIZED_VIEW: 'materialized_view',
};

/** Projects that the account sees. */
export async function listProjects(service: Service): Promise<string[]> {
  const projects = await service.list({ path: await service.root('/projects') }, 'projects');
  return projects.map((each) => String(objectOf(each).id)).sort();
}

/** Datasets of a project, which are its schemas. */
export async function listDatasets(service: Service, project: string | undefined): Promise<string[]> {
  const datasets = await service.list({ path: 'datasets', project }, 'datasets');
  return datasets.map((each) => String(objectOf(objectOf(each).datasetReference).datasetId)).sort();
}

/** Tables and views of a dataset by name. */
export async function listTables(
  service: Service,
  dataset: string,
  project: string | undefined,
): Promise<Relation[]> {
  const tables = await service.list(
    { path: `datasets/${encodeURIComponent(dataset)}/tables`, project },
    'tables',
  );
  return tables.map((each) => {
    const { tableReference, type } = objectOf(each);
    return { name: String(objectOf(tableReference).tableId), type: KINDS[String(type)] ?? 'table' };
  });
}

/** Columns, keys and comments of a table. Rejects with TABLE_DOES_NOT_EXIST_ERROR (404). */
export async function describeTable(
  service: Service,
  { table, dataset, project }: { table: string; dataset: string; project: string | undefined },
): Promise<TableDescription> {
  const path = `datasets/${encodeURIComponent(dataset)}/tables/${encodeURIComponent(table)}`;
  const found = await service.call({ path, project }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 404)) throw error;
    throw new ChartroomError(`Table "${dataset}.${table}" does not exist.`, {
      status: 404,
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
      extra: { engine_name: 'Google BigQuery' },
    });
  });
  const constraints = objectOf(found.tableConstraints);
  return {
    columns: listOf(objectOf(found.schema).fields)
      .map(fieldOf)
      .map((field) => ({
        name: field.name,
        nativeType: typeName(field),
        nullable: !field.required,
        default: field.default,
        comment: field.description,
      })),
    primaryKey: primaryKeyOf(constraints.primaryKey),
    foreignKeys: listOf(constraints.foreignKeys).map(foreignKeyOf),
    indexes: [],
    comment: textOf(found.description) || null,
  };
}

function primaryKeyOf(value: unknown): KeyDescription | null {
  const columns = listOf(objectOf(value).columns).map(String);
  return columns.length > 0 ? { name: null, column_names: columns } : null;
}

function foreignKeyOf(value: unknown): ForeignKeyDescription {
  const { name, referencedTable, columnReferences } = objectOf(value);
  const pairs = listOf(columnReferences).map(objectOf);
  const { datasetId, tableId } = objectOf(referencedTable);
  return {
    name: textOf(name) ?? null,
    column_names: pairs.map(({ referencingColumn }) => String(referencingColumn)),
    referred_schema: textOf(datasetId) ?? null,
    referred_table: String(tableId),
    referred_columns: pairs.map(({ referencedColumn }) => String(referencedColumn)),
  };
}
