/** Where tables are. */
export interface TablesPlace {
  databaseId: number | null;
  catalog: string | null;
  schema: string | null;
}

/** Key under which a table's description is remembered. */
export function tableKey({ databaseId, catalog, schema }: TablesPlace, table: string): unknown[] {
  return ['table', databaseId, catalog, schema, table];
}
