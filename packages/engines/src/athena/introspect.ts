import { ChartroomError } from '@chartroom/model';
import type { Relation, TableDescription } from '../engine.ts';
import type { Service } from './service.ts';

/** Databases of the catalog, which are its schemas. */
export async function listDatabases(service: Service): Promise<string[]> {
  const { library, client } = await service.open();
  const names: string[] = [];
  const pages = library.paginateListDatabases({ client }, { CatalogName: service.workspace.catalog });
  for await (const page of pages) names.push(...(page.DatabaseList ?? []).map(({ Name = '' }) => Name));
  return names.sort();
}

/** Tables and views of a database by name. */
export async function listTables(service: Service, database: string): Promise<Relation[]> {
  const { library, client } = await service.open();
  const tables: Relation[] = [];
  const pages = library.paginateListTableMetadata(
    { client },
    { CatalogName: service.workspace.catalog, DatabaseName: database },
  );
  for await (const page of pages) {
    for (const { Name = '', TableType } of page.TableMetadataList ?? []) {
      tables.push({ name: Name, type: /VIEW/i.test(TableType ?? '') ? 'view' : 'table' });
    }
  }
  return tables.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Columns and comments of a table, the columns it is partitioned by last. Rejects with TABLE_DOES_NOT_EXIST_ERROR (404). */
export async function describeTable(
  service: Service,
  table: string,
  database: string,
): Promise<TableDescription> {
  const { library, client } = await service.open();
  const command = new library.GetTableMetadataCommand({
    CatalogName: service.workspace.catalog,
    DatabaseName: database,
    TableName: table,
  });
  const { TableMetadata: found } = await client.send(command).catch((error: unknown) => {
    const isMissing =
      error instanceof library.MetadataException && /EntityNotFound|not found/i.test(error.message);
    if (!isMissing) throw error;
    return { TableMetadata: undefined };
  });
  if (!found) {
    throw new ChartroomError(`Table "${database}.${table}" does not exist.`, {
      status: 404,
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
      extra: { engine_name: 'Amazon Athena' },
    });
  }
  return {
    columns: [...(found.Columns ?? []), ...(found.PartitionKeys ?? [])].map(
      ({ Name = '', Type = 'string', Comment }) => ({
        name: Name,
        nativeType: Type.toUpperCase(),
        nullable: true,
        default: null,
        comment: Comment || null,
      }),
    ),
    primaryKey: null,
    foreignKeys: [],
    indexes: [],
    comment: found.Parameters?.comment || null,
  };
}
