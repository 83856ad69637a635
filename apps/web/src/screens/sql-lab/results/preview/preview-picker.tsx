import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { memo, useMemo, useState } from 'react';
import { fetchTables } from '../../../../api/sql-lab.ts';
import { toast } from '../../../../base/toasts.tsx';
import { useLab } from '../../lab-store.ts';
import type { LabTab } from '../../lab-tabs.ts';
import { notKept, useSouth } from '../south-store.ts';
import styles from './preview.module.css';

/** Chooses a table of the tab's schema to be looked at. */
export function PreviewPicker({ tab: { id, databaseId, catalog, schema } }: { tab: LabTab }) {
  const isKnown = useLab(({ databases }) => String(databaseId) in databases);
  if (!isKnown || databaseId === null || schema === null) return null;
  return <TableSelect tabId={id} databaseId={databaseId} catalog={catalog} schema={schema} />;
}

interface Place {
  tabId: number;
  databaseId: number;
  catalog: string | null;
  schema: string;
}

/** What is written in the tab does not draw it anew: there may be a hundred thousand tables. */
const TableSelect = memo(function TableSelect({ tabId, databaseId, catalog, schema }: Place) {
  const [isOpen, setOpen] = useState(false);
  const tables = useQuery({
    queryKey: ['tables', databaseId, catalog, schema],
    enabled: isOpen,
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchTables({ databaseId, catalog }, schema, signal),
  });
  const options = useMemo(
    () => tables.data?.map(({ value }) => ({ value, label: value })) ?? [],
    [tables.data],
  );
  const look = (table: string) =>
    useSouth
      .getState()
      .preview(tabId, { databaseId, catalog, schema, table })
      .catch((error: unknown) => toast.warning(notKept(error)));
  return (
    <Select
      size="small"
      className={styles.picker}
      aria-label="Preview a table"
      placeholder="Preview a table"
      showSearch
      value={null}
      loading={tables.isFetching}
      onOpenChange={setOpen}
      options={options}
      onChange={(table: string | null) => {
        if (table !== null) void look(table);
      }}
    />
  );
});
