import type { TableMetadata } from '@chartroom/model';
import { copyText } from '@chartroom/ui';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { MenuProps } from 'antd';
import { useState } from 'react';
import { errorText } from '../../../api/client.ts';
import { fetchCreateView, fetchTable } from '../../../api/sql-lab.ts';
import { toast } from '../../../base/toasts.tsx';
import { useLab } from '../lab-store.ts';
import { useSouth } from '../results/south-store.ts';
import { tableKey } from '../table-columns.ts';
import { useOpenTables, useTables } from './open-tables.ts';
import type { SchemaPlace } from './schema-place.ts';
import type { SchemaRow } from './tree-rows.ts';

/** What a line's dialog shows. */
export type LineDialog = { kind: 'keys'; table: TableMetadata } | { kind: 'view'; name: string; sql: string };

/** What is done with the table or column of a line. */
export function useTableMenu(place: SchemaPlace, row: SchemaRow | undefined) {
  const client = useQueryClient();
  const placeKey = JSON.stringify(place);
  const isSorted = useTables('sorted', placeKey).has(row?.table.value ?? '');
  const { turn } = useOpenTables.getState();
  const [dialog, setDialog] = useState<LineDialog>();
  const name = row?.table.value ?? '';
  const acts: Record<string, () => Promise<void> | void> = {
    column: () => copy(row?.kind === 'column' ? row.column.name : ''),
    partition: () => copy(row?.kind === 'partition' ? row.query : ''),
    name: () => copy(name),
    preview: async () => {
      const { active } = useLab.getState();
      const { databaseId, catalog, schema } = place;
      if (active !== undefined)
        await useSouth.getState().preview(active, { databaseId, catalog, schema, table: name });
    },
    select: async () => copy((await detailsOf(client, place, name)).selectStar),
    keys: async () => setDialog({ kind: 'keys', table: await detailsOf(client, place, name) }),
    view: async () => {
      const sql = await fetchCreateView(place, place.schema, name);
      if (sql === undefined) toast.info('The database does not tell how this view was made.');
      else setDialog({ kind: 'view', name, sql });
    },
    sort: () => turn('sorted', placeKey, name),
    refresh: async () => {
      await client.invalidateQueries({ queryKey: tableKey(place, name) });
      toast.success('List refreshed');
    },
  };
  const menu: MenuProps = {
    items: row ? itemsOf(row, isSorted) : [],
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation();
      void said(async () => acts[key]?.());
    },
  };
  return { menu, dialog, closeDialog: () => setDialog(undefined) };
}

function itemsOf({ kind, table }: SchemaRow, isSorted: boolean): MenuProps['items'] {
  return [
    ...(kind === 'column' ? [{ key: 'column', label: 'Copy column name' }] : []),
    ...(kind === 'partition' ? [{ key: 'partition', label: 'Copy partition query to clipboard' }] : []),
    { key: 'name', label: 'Copy table name' },
    { key: 'preview', label: 'Preview table' },
    { key: 'select', label: 'Copy SELECT statement to the clipboard' },
    ...(table.type === 'view' ? [{ key: 'view', label: 'Show CREATE VIEW statement' }] : []),
    { key: 'keys', label: 'View keys & indexes' },
    { key: 'sort', label: isSorted ? 'Original table column order' : 'Sort columns alphabetically' },
    { key: 'refresh', label: 'Refresh table schema' },
  ];
}

function detailsOf(client: QueryClient, place: SchemaPlace, table: string): Promise<TableMetadata> {
  return client.fetchQuery({
    queryKey: tableKey(place, table),
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchTable(place, place.schema, table, signal),
  });
}

/** Copies a text, and says so. */
export async function copy(text: string): Promise<void> {
  await copyText(text);
  toast.success('Copied to clipboard!');
}

/** Does something, and says what went wrong. */
export async function said(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    toast.error(errorText(error));
  }
}
