import { ReloadOutlined } from '@ant-design/icons';
import { ErrorAlert, Hint } from '@chartroom/ui';
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { memo, type ReactNode, useEffect } from 'react';
import { errorsOf, errorText } from '../../../api/client.ts';
import { fetchCatalogs, fetchSchemas, type LabPlace } from '../../../api/sql-lab.ts';
import { toast } from '../../../base/toasts.tsx';
import { DatabaseSelect } from '../database-select.tsx';
import { useLab } from '../lab-store.ts';
import type { LabTab } from '../lab-tabs.ts';
import styles from './schema.module.css';
import { TableTree } from './table-tree.tsx';

/** Database, schema and the tables in it with their columns (contract/ui.md E2). */
export function SchemaPane({ tab: { id, databaseId, catalog, schema } }: { tab: LabTab }) {
  return <Pane {...{ id, databaseId, catalog, schema }} />;
}

type PaneProps = Pick<LabTab, 'id' | 'databaseId' | 'catalog' | 'schema'>;

/** Not drawn anew for each key in the editor. */
const Pane = memo(function Pane({ id, databaseId, catalog, schema }: PaneProps) {
  const databases = useLab((state) => state.databases);
  const { change } = useLab.getState();
  const database = databases[String(databaseId)];
  return (
    <aside className={styles.pane} aria-label="Schema">
      <Picker id="lab-database" label="Database" onRefresh={readDatabases}>
        <DatabaseSelect id="lab-database" tab={id} databaseId={databaseId} />
      </Picker>
      {database?.allow_multi_catalog && (
        <CatalogPicker
          place={{ databaseId: database.id, catalog }}
          onChange={(chosen) => change(id, { catalog: chosen, schema: null })}
        />
      )}
      {database && (
        <SchemaPicker
          place={{ databaseId: database.id, catalog }}
          schema={schema}
          onChange={(chosen) => change(id, { schema: chosen })}
        />
      )}
      {database && schema !== null && (
        <TableTree
          key={JSON.stringify([database.id, catalog, schema])}
          place={{ databaseId: database.id, catalog, schema }}
        />
      )}
    </aside>
  );
});

async function readDatabases(): Promise<void> {
  if (!(await useLab.getState().refresh())) throw new Error('the server did not answer.');
}

/** A list to choose from, and a button that reads it again. */
function Picker({
  id,
  label,
  onRefresh,
  children,
}: {
  id: string;
  label: string;
  onRefresh: () => Promise<void>;
  children: ReactNode;
}) {
  const name = `Force refresh ${label.toLowerCase()} list`;
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <div className={styles.withButton}>
        {children}
        <Hint title={name}>
          <Button
            icon={<ReloadOutlined aria-hidden />}
            aria-label={name}
            onClick={() =>
              void onRefresh().then(
                () => toast.success('List refreshed'),
                (error: unknown) => toast.error(`The list could not be read again: ${errorText(error)}`),
              )
            }
          />
        </Hint>
      </div>
    </>
  );
}

/** Reads lists again that are shown, and those below them. */
function useRefresh(...keys: readonly QueryKey[]): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }, { throwOnError: true })));
  };
}

function CatalogPicker({
  place: { databaseId, catalog },
  onChange,
}: {
  place: LabPlace;
  onChange: (catalog: string | null) => void;
}) {
  const catalogs = useQuery({
    queryKey: ['catalogs', databaseId],
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchCatalogs(databaseId, false, signal),
  });
  const refresh = useRefresh(['catalogs', databaseId], ['schemas', databaseId]);
  // Of a single one there is no choice: it is the database's usual one.
  const only = catalogs.data?.length === 1 ? catalogs.data[0] : undefined;
  return (
    <Picker id="lab-catalog" label="Catalog" onRefresh={refresh}>
      <Select
        id="lab-catalog"
        allowClear
        placeholder="Select catalog or type to search catalogs"
        loading={catalogs.isFetching}
        value={catalog ?? only}
        showSearch
        options={(catalogs.data ?? []).map((name) => ({ value: name, label: name }))}
        onChange={(chosen: string | undefined) => onChange(chosen ?? null)}
      />
      {catalogs.isError && (
        <ErrorAlert
          compact
          title="There was an error loading the catalogs"
          errors={errorsOf(catalogs.error)}
        />
      )}
    </Picker>
  );
}

function SchemaPicker({
  place,
  schema,
  onChange,
}: {
  place: LabPlace;
  schema: string | null;
  onChange: (schema: string) => void;
}) {
  const { databaseId, catalog } = place;
  const schemas = useQuery({
    queryKey: ['schemas', databaseId, catalog],
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchSchemas(place, false, signal),
  });
  const refresh = useRefresh(['schemas', databaseId], ['tables', databaseId], ['table', databaseId]);
  const names = schemas.data;
  useEffect(() => {
    if (!names || schema !== null || names.length === 0) return;
    const usual = ['main', 'public'].find((name) => names.includes(name)) ?? names[0];
    if (usual) onChange(usual);
  }, [names, schema, onChange]);
  return (
    <>
      <Picker id="lab-schema" label="Schema" onRefresh={refresh}>
        <Select
          id="lab-schema"
          placeholder="Select schema or type to search schemas"
          loading={schemas.isFetching}
          value={schema ?? undefined}
          showSearch
          options={(names ?? []).map((name) => ({ value: name, label: name }))}
          onChange={onChange}
        />
      </Picker>
      {schemas.isError && (
        <ErrorAlert compact title="There was an error loading the schemas" errors={errorsOf(schemas.error)} />
      )}
    </>
  );
}
