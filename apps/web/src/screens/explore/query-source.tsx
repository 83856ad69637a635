import type { DatasourceData } from '@chartroom/model';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { createVirtualDataset, fetchDatasource } from '../../api/datasets.ts';
import { may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { SqlText } from '../../shared/chart/sql-text.tsx';
import { Dialog } from '../../shared/dialog.tsx';
import { SaveAsDataset } from '../../shared/save-as-dataset.tsx';
import styles from './explore.module.css';
import { useExplore } from './explore-store.ts';

/** Whether the note has been read is remembered as long as the page is open. */
const READ = 'showInfobox';

/** Says that the chart stands on a query, and offers to make a dataset of it; until it has been read. */
export function QueryNote({ onSave }: { onSave: () => void }) {
  const [isRead, setRead] = useState(() => sessionStorage.getItem(READ) === 'false');
  if (isRead) return null;
  return (
    <Alert
      type="info"
      closable={{ 'aria-label': 'Close' }}
      onClose={() => {
        sessionStorage.setItem(READ, 'false');
        setRead(true);
      }}
      title="This chart stands on a query."
      description={
        may('can_write', 'Dataset') && (
          <Button size="small" type="link" className={styles.inText} onClick={onSave}>
            Create a dataset to edit or add columns and metrics.
          </Button>
        )
      }
    />
  );
}

/** The SQL of the query that is charted. */
export function QueryPreview({ datasource, onClose }: { datasource: DatasourceData; onClose: () => void }) {
  return (
    <Dialog title="Query preview" footer={null} width={760} onCancel={onClose}>
      <SqlText label="Query" sql={datasource.sql ?? ''} />
    </Dialog>
  );
}

/** 'Save as dataset': the chart goes on with the dataset, its settings stay. */
export function SaveSourceModal({
  datasource,
  onClose,
}: {
  datasource: DatasourceData;
  onClose: () => void;
}) {
  const save = async (name: string) => {
    await saveSource(datasource, name);
    toast.success(`The dataset ${name} was saved`);
    onClose();
  };
  return (
    <SaveAsDataset
      title="Save as dataset"
      okText="Save"
      label="Dataset name"
      initialName={datasource.name}
      save={save}
      onClose={onClose}
    />
  );
}

/** Makes a dataset of a query, and puts it in the query's place in the chart that is open. */
export async function saveSource(query: DatasourceData, name: string): Promise<void> {
  const { database, catalog, schema, sql } = query;
  const id = await createVirtualDataset(name, { databaseId: database.id, catalog, schema }, sql ?? '');
  const { swapDatasource, settleSwap, ask } = useExplore.getState();
  swapDatasource(await fetchDatasource(id));
  // It has all columns of the query.
  settleSwap(false);
  void ask();
}
