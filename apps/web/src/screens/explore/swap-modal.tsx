import type { DatasetRow } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { Alert, Button, Input, Table } from 'antd';
import { useState } from 'react';
import { errorsOf, errorText } from '../../api/client.ts';
import { fetchDatasource } from '../../api/datasets.ts';
import { useList } from '../../api/list.ts';
import { toast } from '../../base/toasts.tsx';
import { Dialog } from '../../shared/dialog.tsx';
import { Faces } from '../../shared/faces.tsx';
import { useSettled } from '../../shared/use-settled.ts';
import styles from './explore.module.css';
import { useExplore } from './explore-store.ts';

/** Milliseconds of rest after which is searched. */
const REST_MS = 500;
const PAGE = 10;

const WARNING =
  'Changing the dataset may break the chart if the chart relies on columns or metadata that does not exist in the target dataset.';

/** Puts another dataset in the place of the chart's. */
export function SwapModal({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<DatasetRow>();
  const [isBusy, setIsBusy] = useState(false);
  const wanted = useSettled(search, REST_MS);
  const swap = useExplore((state) => state.swapDatasource);
  const datasets = useList<DatasetRow>('dataset', {
    filters: wanted ? [{ col: 'table_name', opr: 'ct', value: wanted }] : [],
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc',
    page: page - 1,
    page_size: PAGE,
  });
  const proceed = async () => {
    if (!chosen) return;
    setIsBusy(true);
    try {
      swap(await fetchDatasource(chosen.id));
      toast.success('Successfully changed dataset!');
      onClose();
    } catch (error) {
      toast.error(errorText(error));
      setIsBusy(false);
    }
  };
  if (chosen) {
    return (
      <Dialog
        title="Swap dataset"
        onCancel={onClose}
        footer={[
          <Button key="cancel" onClick={() => setChosen(undefined)}>
            Cancel
          </Button>,
          <Button key="proceed" type="primary" loading={isBusy} onClick={() => void proceed()}>
            Proceed
          </Button>,
        ]}
      >
        <Alert type="warning" showIcon title={`${WARNING} Are you sure you want to proceed?`} />
        <p>{chosen.table_name}</p>
      </Dialog>
    );
  }
  return (
    <Dialog title="Swap dataset" width={860} footer={null} onCancel={onClose}>
      <div className={styles.save}>
        <Alert type="warning" showIcon title={WARNING} />
        <Input
          allowClear
          aria-label="Search / Filter"
          placeholder="Search / Filter"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setPage(1);
          }}
        />
        {datasets.isError && <ErrorAlert errors={errorsOf(datasets.error)} />}
        <Table<DatasetRow>
          size="small"
          rowKey="id"
          loading={datasets.isFetching}
          scroll={{ x: 'max-content' }}
          dataSource={datasets.data?.result ?? []}
          pagination={{
            current: page,
            pageSize: PAGE,
            total: datasets.data?.count ?? 0,
            showSizeChanger: false,
            onChange: setPage,
          }}
          columns={[
            {
              key: 'name',
              title: 'Name',
              render: (_value, row) => (
                <Button type="link" size="small" onClick={() => setChosen(row)}>
                  {row.table_name}
                </Button>
              ),
            },
            { key: 'type', title: 'Type', render: (_value, row) => row.kind },
            { key: 'schema', title: 'Schema', render: (_value, row) => row.schema },
            { key: 'connection', title: 'Connection', render: (_value, row) => row.database.database_name },
            { key: 'owners', title: 'Owners', render: (_value, row) => <Faces people={row.owners} /> },
          ]}
        />
      </div>
    </Dialog>
  );
}
