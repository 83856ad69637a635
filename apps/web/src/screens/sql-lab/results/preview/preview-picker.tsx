import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { fetchTables } from '../../../../api/sql-lab.ts';
import { toast } from '../../../../base/toasts.tsx';
import { useLab } from '../../lab-store.ts';
import type { LabTab } from '../../lab-tabs.ts';
import { notKept, useSouth } from '../south-store.ts';
import styles from './preview.module.css';

/** Chooses a table of the tab's schema to be looked at. */
export function PreviewPicker({ tab }: { tab: LabTab }) {
  const [isOpen, setOpen] = useState(false);
  const { databaseId, catalog, schema } = tab;
  const tables = useQuery({
    queryKey: ['tables', databaseId, catalog, schema],
    enabled: isOpen && databaseId !== null && schema !== null,
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchTables({ databaseId: databaseId ?? 0, catalog }, schema ?? '', signal),
  });
  const isKnown = useLab(({ databases }) => String(databaseId) in databases);
  if (!isKnown || databaseId === null || schema === null) return null;
  const look = (table: string) =>
    useSouth
      .getState()
      .preview(tab.id, { databaseId, catalog, schema, table })
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
      options={(tables.data ?? []).map(({ value }) => ({ value, label: value }))}
      onChange={(table: string | null) => {
        if (table !== null) void look(table);
      }}
    />
  );
}
