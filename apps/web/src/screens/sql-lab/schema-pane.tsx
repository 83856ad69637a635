import {
  CopyOutlined,
  DownOutlined,
  KeyOutlined,
  ReloadOutlined,
  RightOutlined,
  TableOutlined,
} from '@ant-design/icons';
import type { TableEntry } from '@chartroom/model';
import { copyText, EmptyState, ErrorAlert, Hint } from '@chartroom/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Select, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { errorsOf } from '../../api/client.ts';
import { fetchCatalogs, fetchSchemas, fetchTable, fetchTables, type LabPlace } from '../../api/sql-lab.ts';
import { toast } from '../../base/toasts.tsx';
import { useLab } from './lab-store.ts';
import { exposedDatabases, type LabTab } from './lab-tabs.ts';
import styles from './sql-lab.module.css';
import { tableKey } from './table-columns.ts';

/** Tables shown before the search has to narrow them. */
const SHOWN = 200;

/** Database, schema and the tables in it with their columns. */
export function SchemaPane({ tab }: { tab: LabTab }) {
  const databases = useLab((state) => state.databases);
  const { change } = useLab.getState();
  const client = useQueryClient();
  const place: LabPlace = { databaseId: tab.databaseId ?? 0, catalog: tab.catalog };
  const hasCatalogs = databases[String(tab.databaseId)]?.allow_multi_catalog === true;
  const catalogs = useQuery({
    queryKey: ['catalogs', tab.databaseId],
    enabled: hasCatalogs,
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchCatalogs(place.databaseId, false, signal),
  });
  const schemas = useQuery({
    queryKey: ['schemas', tab.databaseId, tab.catalog],
    enabled: tab.databaseId !== null,
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchSchemas(place, false, signal),
  });
  const names = schemas.data;
  useEffect(() => {
    if (!names || tab.schema !== null || names.length === 0) return;
    const usual = ['main', 'public'].find((name) => names.includes(name)) ?? names[0];
    if (usual) change(tab.id, { schema: usual });
  }, [names, tab.id, tab.schema, change]);
  const choices = exposedDatabases(databases);
  return (
    <aside className={styles.schema} aria-label="Schema">
      <label htmlFor="lab-database">Database</label>
      <Select
        id="lab-database"
        placeholder="Select database or type to search databases"
        value={tab.databaseId ?? undefined}
        showSearch={{ optionFilterProp: 'label' }}
        options={choices.map((each) => ({
          value: each.id,
          label: `${each.database_name} (${each.backend})`,
        }))}
        onChange={(databaseId) => change(tab.id, { databaseId, catalog: null, schema: null })}
      />
      {hasCatalogs && (
        <>
          <label htmlFor="lab-catalog">Catalog</label>
          <Select
            id="lab-catalog"
            allowClear
            placeholder="Select catalog or type to search catalogs"
            loading={catalogs.isFetching}
            value={tab.catalog ?? undefined}
            showSearch
            options={(catalogs.data ?? []).map((name) => ({ value: name, label: name }))}
            onChange={(catalog: string | undefined) =>
              change(tab.id, { catalog: catalog ?? null, schema: null })
            }
          />
          {catalogs.isError && <ErrorAlert compact errors={errorsOf(catalogs.error)} />}
        </>
      )}
      <label htmlFor="lab-schema">Schema</label>
      <div className={styles.withButton}>
        <Select
          id="lab-schema"
          placeholder="Select schema or type to search schemas"
          loading={schemas.isFetching}
          value={tab.schema ?? undefined}
          showSearch
          options={(names ?? []).map((name) => ({ value: name, label: name }))}
          onChange={(schema) => change(tab.id, { schema })}
        />
        <Hint title="Force refresh schema list">
          <Button
            icon={<ReloadOutlined aria-hidden />}
            aria-label="Force refresh schema list"
            onClick={() =>
              void client
                .invalidateQueries({
                  predicate: ({ queryKey }) =>
                    ['catalogs', 'schemas', 'tables', 'table'].includes(String(queryKey[0])),
                })
                .then(() => toast.success('List refreshed'))
            }
          />
        </Hint>
      </div>
      {schemas.isError && <ErrorAlert compact errors={errorsOf(schemas.error)} />}
      {tab.databaseId !== null && tab.schema !== null && <Tables place={place} schema={tab.schema} />}
    </aside>
  );
}

function Tables({ place, schema }: { place: LabPlace; schema: string }) {
  const [search, setSearch] = useState('');
  const tables = useQuery({
    queryKey: ['tables', place.databaseId, place.catalog, schema],
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchTables(place, schema, signal),
  });
  if (tables.isPending) return <Skeleton active title={false} />;
  if (tables.isError) return <ErrorAlert compact errors={errorsOf(tables.error)} />;
  const wanted = search.trim().toLowerCase();
  const found = tables.data.filter((table) => table.value.toLowerCase().includes(wanted));
  return (
    <>
      <Input
        allowClear
        aria-label="Search tables"
        placeholder={`Search ${tables.data.length} tables`}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className={styles.tables}>
        {found.slice(0, SHOWN).map((table) => (
          <TableNode key={table.value} place={place} schema={schema} table={table} />
        ))}
        {found.length > SHOWN && (
          <div className={styles.note}>{found.length - SHOWN} more: search to narrow the list.</div>
        )}
        {found.length === 0 && <EmptyState size="small" title="No tables" description={null} />}
      </div>
    </>
  );
}

function TableNode({ place, schema, table }: { place: LabPlace; schema: string; table: TableEntry }) {
  const [open, setOpen] = useState(false);
  const details = useQuery({
    queryKey: tableKey({ ...place, schema }, table.value),
    enabled: open,
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchTable(place, schema, table.value, signal),
  });
  return (
    <div>
      <div className={styles.table}>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />} <TableOutlined aria-hidden />{' '}
          <span>{table.value}</span>
          {table.type === 'view' && <em>view</em>}
        </button>
        {details.data?.selectStar && (
          <Hint title="Copy SELECT statement to the clipboard">
            <Button
              type="text"
              size="small"
              icon={<CopyOutlined aria-hidden />}
              aria-label={`Copy SELECT statement of ${table.value}`}
              onClick={() =>
                void copyText(details.data.selectStar ?? '').then(() => toast.success('Copied to clipboard!'))
              }
            />
          </Hint>
        )}
      </div>
      {open && details.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {open && details.isError && <ErrorAlert compact errors={errorsOf(details.error)} />}
      {open &&
        details.data?.columns.map((column) => (
          <div key={column.name} className={styles.column} title={column.comment ?? ''}>
            <span>
              {column.name}{' '}
              {column.keys.length > 0 && (
                <KeyOutlined aria-label={column.keys.map((key) => key.type).join(', ')} />
              )}
            </span>
            <em>{column.type}</em>
          </div>
        ))}
    </div>
  );
}
