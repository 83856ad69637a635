import { type DatasetRow, datasetApi } from '@chartroom/model';
import { DropMenu, EmptyState, ErrorAlert } from '@chartroom/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Alert, Button, Space, Table } from 'antd';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { errorsOf, errorText } from '../../api/client.ts';
import { fetchList, type ListFilter } from '../../api/list.ts';
import { fetchTable } from '../../api/sql-lab.ts';
import { toast } from '../../base/toasts.tsx';
import { takeChosen } from '../../shared/chosen-database.ts';
import styles from './dataset-add.module.css';
import { type Place, TablePicker } from './table-picker.tsx';

/** `/dataset/add/`: a table of a database becomes a dataset (contract/ui.md F1). */
export function DatasetAddScreen() {
  const [place, setPlace] = useState(firstPlace);
  const { database, schema, table } = place;
  const columns = useQuery({
    queryKey: ['database', place.database?.id, 'table', place.catalog, schema, table],
    enabled: database !== undefined && table !== undefined,
    queryFn: ({ signal }) =>
      fetchTable(
        { databaseId: database?.id ?? 0, catalog: place.catalog ?? null },
        schema ?? null,
        table ?? '',
        signal,
      ),
  });
  const existing = useQuery({
    queryKey: ['dataset', 'of', place],
    enabled: table !== undefined,
    queryFn: ({ signal }) => datasetOf(place, signal),
  });
  const rows = columns.data?.columns ?? [];
  const isReady = table !== undefined && rows.length > 0 && existing.data === null;
  return (
    <div className={styles.page}>
      <h1 title={table ? undefined : 'Select a database table and create dataset'}>
        {table ?? 'New dataset'}
      </h1>
      <div className={styles.halves}>
        <TablePicker place={place} onChange={setPlace} />
        <section className={styles.table} aria-label="Table columns">
          {existing.data && <Existing dataset={existing.data} />}
          {table === undefined && (
            <EmptyState
              title="Select dataset source"
              description="Datasets can be created from database tables or SQL queries. Select a database table to the left, or write a query whose result becomes a dataset."
              action={<Link to="/sqllab/">Open SQL Lab</Link>}
            />
          )}
          {table !== undefined && columns.isPending && <p role="status">Refreshing columns</p>}
          {columns.isError && <ErrorAlert title="An Error Occurred" errors={errorsOf(columns.error)} />}
          {columns.data && (
            <>
              <h2>Table columns</h2>
              <Table
                size="small"
                rowKey="name"
                dataSource={[...rows]}
                locale={{ emptyText: 'No table columns' }}
                pagination={{ defaultPageSize: 15, pageSizeOptions: [5, 10, 15, 25], showSizeChanger: true }}
                columns={[
                  { title: 'Column Name', dataIndex: 'name' },
                  { title: 'Datatype', dataIndex: 'type' },
                ]}
              />
            </>
          )}
        </section>
      </div>
      <Footer place={place} isReady={isReady} />
    </div>
  );
}

/** The database that another screen has left for this one. */
function firstPlace(): Place {
  const database = takeChosen();
  return database ? { database } : {};
}

function Existing({ dataset }: { dataset: DatasetRow }) {
  return (
    <Alert
      type="info"
      showIcon
      title="This table already has a dataset"
      description={
        <>
          This table already has a dataset associated with it. You can only associate one dataset with a
          table. <Link to={dataset.explore_url}>View Dataset</Link>
        </>
      }
    />
  );
}

function Footer({ place, isReady }: { place: Place; isReady: boolean }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const create = async (explores: boolean) => {
    const { database, catalog, schema, table } = place;
    if (!database || table === undefined) return;
    setIsBusy(true);
    try {
      const body = {
        database: database.id,
        catalog: catalog ?? null,
        schema: schema ?? null,
        table_name: table,
      };
      await api(datasetApi.create, { body });
      await client.invalidateQueries({ queryKey: ['dataset'] });
      if (explores) await navigate({ to: '/chart/add', search: { dataset: table } });
      else await navigate({ to: '/tablemodelview/list/' });
    } catch (error) {
      toast.error(errorText(error));
      setIsBusy(false);
    }
  };
  return (
    <footer>
      <Button onClick={() => window.history.back()}>Cancel</Button>
      <Space.Compact>
        <Button type="primary" disabled={!isReady} loading={isBusy} onClick={() => void create(true)}>
          Create and explore dataset
        </Button>
        <DropMenu
          trigger={['click']}
          disabled={!isReady || isBusy}
          menu={{ items: [{ key: 'create', label: 'Create dataset', onClick: () => void create(false) }] }}
        >
          <Button type="primary" aria-label="More ways to create">
            ▾
          </Button>
        </DropMenu>
      </Space.Compact>
    </footer>
  );
}

/** The dataset that a table has already; null where it has none. */
async function datasetOf(
  { database, schema, table }: Place,
  signal: AbortSignal,
): Promise<DatasetRow | null> {
  const filters: ListFilter[] = [
    { col: 'database', opr: 'rel_o_m', value: database?.id ?? 0 },
    { col: 'table_name', opr: 'eq', value: table ?? '' },
    { col: 'sql', opr: 'dataset_is_null_or_empty', value: true },
    ...(schema ? [{ col: 'schema', opr: 'eq', value: schema }] : []),
  ];
  return (
    (await fetchList<DatasetRow>('dataset', { filters, page: 0, page_size: 1 }, signal)).result[0] ?? null
  );
}
