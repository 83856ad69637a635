import { type DatasetItem, datasetApi, datasetUrl } from '@chartroom/model';
import { ErrorAlert, loadable } from '@chartroom/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Button, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { errorsOf } from '../../api/client.ts';
import { useItem } from '../../api/list.ts';
import { may, mayOpenPage } from '../../base/bootstrap.ts';
import { useThingTitle } from '../../base/title.ts';
import { CountedTab } from '../../shared/counted-tab.tsx';
import { Faces } from '../../shared/faces.tsx';
import { ownsOrAdmin } from '../../shared/list-view/list-fields.ts';
import styles from './dataset.module.css';
import { ColumnsTable, MetricsTable } from './part-tables.tsx';
import { TableFile } from './table-file.tsx';
import { Usage, useUsageCount } from './usage.tsx';

const DatasetEditor = loadable(
  async () => (await import('../../shared/dataset-editor/dataset-editor.tsx')).DatasetEditor,
);

/** `/dataset/:id`: what a dataset has, and the charts that stand on it (contract/ui.md F1). */
export function DatasetScreen() {
  const given = useParams({ strict: false }).id ?? '';
  // What is no number names no dataset, of which the server tells.
  const dataset = useItem(datasetApi.show, /^\d+$/.test(given) ? Number(given) : 0);
  useThingTitle(dataset.data?.table_name);
  if (dataset.isError)
    return (
      <div className={styles.page}>
        <ErrorAlert title="The dataset couldn't be loaded" errors={errorsOf(dataset.error)} />
      </div>
    );
  if (!dataset.data) return <Skeleton className={styles.page} active paragraph={{ rows: 8 }} />;
  return <DatasetPage dataset={dataset.data} />;
}

function DatasetPage({ dataset }: { dataset: DatasetItem }) {
  const usage = useUsageCount(dataset.id);
  return (
    <div className={styles.page}>
      <Head dataset={dataset} />
      <TableFile dataset={dataset} />
      <Tabs
        defaultActiveKey="usage"
        items={[
          {
            key: 'columns',
            label: <CountedTab name="Columns" count={dataset.columns.length} />,
            children: <ColumnsTable columns={dataset.columns} />,
          },
          {
            key: 'metrics',
            label: <CountedTab name="Metrics" count={dataset.metrics.length} />,
            children: <MetricsTable metrics={dataset.metrics} />,
          },
          {
            key: 'usage',
            label: <CountedTab name="Usage" count={usage} />,
            children: <Usage dataset={dataset.id} />,
          },
        ]}
      />
    </div>
  );
}

function Head({ dataset }: { dataset: DatasetItem }) {
  const [isEditing, setIsEditing] = useState(false);
  const client = useQueryClient();
  const { id, table_name, kind, database, schema, owners, description, changed_on_humanized } = dataset;
  const place = [database.database_name, schema].filter(Boolean).join(' · ');
  return (
    <header className={styles.head}>
      <div>
        <h1>{table_name}</h1>
        <p className={styles.facts}>
          {kind === 'virtual' ? 'Virtual' : 'Physical'} dataset · {place} · Modified {changed_on_humanized}
        </p>
        {description && <p>{description}</p>}
        {owners.length > 0 && <Faces people={owners} />}
      </div>
      <div className={styles.buttons}>
        {may('can_write', 'Dataset') && ownsOrAdmin(owners) && (
          <Button onClick={() => setIsEditing(true)}>Edit dataset</Button>
        )}
        {mayOpenPage('explore') && (
          <Link to={datasetUrl(id)}>
            <Button type="primary">Create chart with dataset</Button>
          </Link>
        )}
      </div>
      {isEditing && (
        <DatasetEditor
          id={id}
          onSaved={() => void client.invalidateQueries({ queryKey: ['chart'] })}
          onClose={() => setIsEditing(false)}
        />
      )}
    </header>
  );
}
