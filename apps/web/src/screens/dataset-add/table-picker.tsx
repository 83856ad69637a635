import type { DatabaseRow } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../api/client.ts';
import { fetchList } from '../../api/list.ts';
import { fetchCatalogs, fetchSchemas, fetchTables } from '../../api/sql-lab.ts';
import styles from './dataset-add.module.css';

/** What has been chosen so far, from the database down to the table. */
export interface Place {
  database?: Pick<DatabaseRow, 'id' | 'database_name' | 'allow_multi_catalog'>;
  catalog?: string;
  schema?: string;
  table?: string;
}

interface TablePickerProps {
  place: Place;
  onChange: (place: Place) => void;
}

/** Database, catalog, schema and table, each offered once the one before is chosen. */
export function TablePicker({ place, onChange }: TablePickerProps) {
  const [search, setSearch] = useState('');
  const { database, catalog, schema, table } = place;
  const databases = useQuery({
    queryKey: ['database', 'choices', search],
    queryFn: async ({ signal }) => {
      const filters = search ? [{ col: 'database_name', opr: 'ct', value: search }] : [];
      const question = {
        filters,
        order_column: 'database_name',
        order_direction: 'asc' as const,
        page: 0,
        page_size: 100,
      };
      return (await fetchList<DatabaseRow>('database', question, signal)).result;
    },
  });
  const at = { databaseId: database?.id ?? 0, catalog: catalog ?? null };
  const catalogs = useQuery({
    queryKey: ['database', database?.id, 'catalogs'],
    enabled: database?.allow_multi_catalog === true,
    queryFn: ({ signal }) => fetchCatalogs(at.databaseId, false, signal),
  });
  const schemas = useQuery({
    queryKey: ['database', database?.id, 'schemas', catalog],
    enabled: database !== undefined,
    queryFn: ({ signal }) => fetchSchemas(at, false, signal),
  });
  const tables = useQuery({
    queryKey: ['database', database?.id, 'tables', catalog, schema],
    enabled: database !== undefined && schema !== undefined,
    queryFn: ({ signal }) => fetchTables(at, schema ?? '', signal),
  });
  const chosen = database && { ...database };
  return (
    <section className={styles.picker} aria-label="Source">
      <Field label="Database" error={databases.error}>
        <Select
          aria-label="Database"
          placeholder="Select database or type to search databases"
          loading={databases.isFetching}
          value={database?.id ?? null}
          showSearch={{ filterOption: false, onSearch: setSearch }}
          options={withChosen(databases.data ?? [], database).map((row) => ({
            value: row.id,
            label: row.database_name,
          }))}
          onChange={(id) => {
            const next = databases.data?.find((row) => row.id === id);
            onChange(next ? { database: next } : {});
          }}
        />
      </Field>
      {chosen?.allow_multi_catalog && (
        <Field label="Catalog" error={catalogs.error}>
          <Names
            label="Catalog"
            value={catalog}
            names={catalogs.data}
            isBusy={catalogs.isFetching}
            onChange={(name) => onChange({ database: chosen, catalog: name })}
          />
        </Field>
      )}
      <Field label="Schema" error={schemas.error}>
        <Names
          label="Schema"
          value={schema}
          names={chosen && schemas.data}
          isBusy={schemas.isFetching}
          onChange={(name) =>
            onChange({ ...(chosen && { database: chosen }), ...kept({ catalog }), schema: name })
          }
        />
      </Field>
      <Field label="Table" error={tables.error}>
        <Names
          label="Table"
          value={table}
          names={schema === undefined ? undefined : tables.data?.map(({ value }) => value)}
          isBusy={tables.isFetching}
          onChange={(name) => onChange({ ...place, table: name })}
        />
      </Field>
    </section>
  );
}

function kept({ catalog }: Pick<Partial<Record<'catalog', string | undefined>>, 'catalog'>) {
  return catalog === undefined ? {} : { catalog };
}

interface NamesProps {
  label: string;
  value: string | undefined;
  names: readonly string[] | undefined;
  isBusy: boolean;
  onChange: (name: string) => void;
}

function Names({ label, value, names, isBusy, onChange }: NamesProps) {
  return (
    <Select
      aria-label={label}
      placeholder={`Select ${label.toLowerCase()} or type to search`}
      disabled={!names}
      loading={isBusy}
      value={value ?? null}
      showSearch
      options={(names ?? []).map((name) => ({ value: name, label: name }))}
      onChange={(name) => name !== null && onChange(name)}
    />
  );
}

function Field({ label, error, children }: { label: string; error: Error | null; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <span>{label}</span>
      {children}
      {error && <span role="alert">{errorText(error)}</span>}
    </div>
  );
}

/** One that is chosen has its name also where a search, or the end of the page, leaves it out. */
function withChosen(rows: readonly Chosen[], chosen: Place['database']): readonly Chosen[] {
  return !chosen || rows.some(({ id }) => id === chosen.id) ? rows : [...rows, chosen];
}

type Chosen = NonNullable<Place['database']>;
