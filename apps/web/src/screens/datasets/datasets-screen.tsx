import { BarChartOutlined, CodeOutlined, CopyOutlined, PlusOutlined, TableOutlined } from '@ant-design/icons';
import { type DatasetRow, datasetApi, NEWEST_FIRST } from '@chartroom/model';
import { EmptyState, Hint, loadable } from '@chartroom/ui';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { may } from '../../base/bootstrap.ts';
import { AffectedObjects } from '../../shared/affected-objects.tsx';
import { LAST_MODIFIED, OWNERS } from '../../shared/list-view/common-columns.tsx';
import {
  bundlesOf,
  MODIFIED_BY_FILTER,
  OWNER_FILTER,
  ownsOrAdmin,
} from '../../shared/list-view/list-fields.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import { type ListColumn, ListView } from '../../shared/list-view/list-view.tsx';
import styles from './datasets.module.css';

const DatasetEditor = loadable(
  async () => (await import('../../shared/dataset-editor/dataset-editor.tsx')).DatasetEditor,
);
const DuplicateModal = loadable(async () => (await import('./duplicate-modal.tsx')).DuplicateModal);

const FILTERS: ListFilterField[] = [
  { key: 'search', label: 'Name', column: 'table_name', operator: 'ct', kind: 'search' },
  {
    key: 'type',
    label: 'Type',
    column: 'sql',
    operator: 'dataset_is_null_or_empty',
    kind: 'select',
    choices: [
      { label: 'Virtual', value: false },
      { label: 'Physical', value: true },
    ],
  },
  { key: 'database', label: 'Database', column: 'database', operator: 'rel_o_m', kind: 'select' },
  OWNER_FILTER,
  MODIFIED_BY_FILTER,
];

const COLUMNS: ListColumn<DatasetRow>[] = [
  {
    key: 'kind',
    title: '',
    width: 44,
    render: (row) => (
      <Hint title={row.kind === 'virtual' ? 'Virtual dataset' : 'Physical dataset'}>
        {row.kind === 'virtual' ? <CodeOutlined /> : <TableOutlined />}
      </Hint>
    ),
  },
  {
    key: 'table_name',
    title: 'Name',
    sortable: true,
    render: (row) => <Link to={row.explore_url}>{row.table_name}</Link>,
  },
  {
    key: 'type',
    title: 'Type',
    secondary: true,
    render: (row) => (row.kind === 'virtual' ? 'Virtual' : 'Physical'),
  },
  {
    key: 'database.database_name',
    title: 'Database',
    sortable: true,
    secondary: true,
    render: (row) => row.database.database_name,
  },
  { key: 'schema', title: 'Schema', sortable: true, secondary: true, render: (row) => row.schema },
  OWNERS,
  LAST_MODIFIED,
];

/** `/tablemodelview/list/` */
export function DatasetsScreen() {
  const [edited, setEdited] = useState<number>();
  const [copied, setCopied] = useState<DatasetRow>();
  const mayWrite = may('can_write', 'Dataset');
  return (
    <>
      <DatasetList onEdit={(row) => setEdited(row.id)} onCopy={setCopied} mayWrite={mayWrite} />
      {edited !== undefined && <DatasetEditor id={edited} onClose={() => setEdited(undefined)} />}
      {copied && <DuplicateModal dataset={copied} onClose={() => setCopied(undefined)} />}
    </>
  );
}

interface DatasetListProps {
  onEdit: (row: DatasetRow) => void;
  onCopy: (row: DatasetRow) => void;
  mayWrite: boolean;
}

function DatasetList({ onEdit, onCopy, mayWrite }: DatasetListProps) {
  return (
    <ListView<DatasetRow>
      title="Datasets"
      resource="dataset"
      noun="dataset"
      plural="datasets"
      columns={COLUMNS}
      filters={FILTERS}
      defaultSort={NEWEST_FIRST}
      nameOf={(row) => row.table_name}
      mayDelete={(row) => mayWrite && ownsOrAdmin(row.owners)}
      onEdit={onEdit}
      rowActions={(row) => (
        <>
          <Link
            to={`/dataset/${row.id}`}
            className={styles.usage}
            aria-label={`Usage of ${row.table_name}`}
            title="Usage"
          >
            <BarChartOutlined aria-hidden />
          </Link>
          {may('can_duplicate', 'Dataset') && row.kind === 'virtual' && (
            <Button
              type="text"
              size="small"
              icon={<CopyOutlined aria-hidden />}
              aria-label={`Duplicate ${row.table_name}`}
              title="Duplicate"
              onClick={() => onCopy(row)}
            />
          )}
        </>
      )}
      buttons={
        mayWrite && (
          <Link to="/dataset/add/">
            <Button type="primary" icon={<PlusOutlined aria-hidden />}>
              Dataset
            </Button>
          </Link>
        )
      }
      deleteText={(rows) => (
        <AffectedObjects
          noun="dataset"
          rows={rows.map(({ id, table_name }) => ({ id, name: table_name }))}
          related={(pk, signal) => api(datasetApi.relatedObjects, { params: { pk }, signal })}
        />
      )}
      {...bundlesOf('dataset', 'Dataset')}
      empty={
        <EmptyState
          title="No datasets yet"
          description="Drop a CSV, Parquet or Excel file on the home page, or save a query from SQL Lab."
        />
      }
    />
  );
}
