import type { TableMetadata } from '@chartroom/model';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

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

const NONE: Record<string, string[]> = {};
let remembered: { stamp: string; columns: Record<string, string[]> } = { stamp: '', columns: NONE };

/** Columns of the tables of a schema that were looked at so far, by table. */
export function useTableColumns(place: TablesPlace): Record<string, string[]> {
  const client = useQueryClient();
  return useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => snapshot(client, place),
  );
}

function snapshot(
  client: QueryClient,
  { databaseId, catalog, schema }: TablesPlace,
): Record<string, string[]> {
  const found = client
    .getQueriesData<TableMetadata>({ queryKey: ['table', databaseId, catalog, schema] })
    .flatMap(([, data]) => (data ? [data] : []));
  const stamp = `${databaseId}|${catalog}|${schema}|${found.map((table) => `${table.name}:${table.columns.length}`).join()}`;
  if (stamp !== remembered.stamp)
    remembered = {
      stamp,
      columns: Object.fromEntries(
        found.map((table) => [table.name, table.columns.map((column) => column.name)]),
      ),
    };
  return remembered.columns;
}
