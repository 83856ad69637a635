import { datasetApi } from '@chartroom/model';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Alert, Button, Checkbox, Flex, Input, Radio } from 'antd';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/client.ts';
import { createVirtualDataset, saveDataset } from '../../api/datasets.ts';
import { fetchList } from '../../api/list.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { AffectedObjects } from '../../shared/affected-objects.tsx';
import { Dialog } from '../../shared/dialog.tsx';
import { OneRemoteSelect } from '../../shared/editor/remote-select.tsx';
import type { LabTab } from './lab-tabs.ts';

interface SaveDatasetModalProps {
  tab: LabTab;
  /** What the dataset reads. */
  sql: string;
  onClose: () => void;
}

interface Target {
  id: number;
  name: string;
}

/** Makes a dataset of a query, or gives the query to one that the person owns, and opens a chart of it (contract/ui.md E5). */
export function SaveDatasetModal({ tab, sql: given, onClose }: SaveDatasetModalProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { label, databaseId, catalog, schema, templateParams } = tab;
  const [mode, setMode] = useState<'new' | 'overwrite'>('new');
  const [name, setName] = useState(`${label} ${new Date().toLocaleString('en-GB')}`);
  const [target, setTarget] = useState<Target>();
  const [isAsking, setAsking] = useState(false);
  const hasParams = templateParams !== null && !['', '{}'].includes(templateParams.trim());
  const [withParams, setWithParams] = useState(true);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (databaseId === null) return null;
  const isReady = mode === 'new' ? name.trim() !== '' : target !== undefined;
  const written = async () => {
    const sql = given.trim().replace(/;\s*$/, '');
    const place = { databaseId, catalog, schema };
    const template_params = hasParams && withParams ? templateParams : null;
    if (mode === 'new' || !target) return createVirtualDataset(name.trim(), place, sql, template_params);
    const body = { database_id: databaseId, catalog, schema, sql, template_params };
    await saveDataset(target.id, body, null, true);
    return target.id;
  };
  const save = async () => {
    if (!isReady || busy) return;
    if (mode === 'overwrite' && !isAsking) {
      setAsking(true);
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      const id = await written();
      await client.invalidateQueries({ queryKey: ['dataset'] });
      await navigate({ to: '/explore/', search: { datasource_type: 'table', datasource_id: String(id) } });
    } catch (error) {
      const text = errorText(error);
      setProblem(mode === 'new' ? `An error occurred while creating the data source: ${text}` : text);
      setAsking(false);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Save or Overwrite Dataset"
      onCancel={onClose}
      footer={
        <>
          {isAsking ? (
            <Button onClick={() => setAsking(false)}>Back</Button>
          ) : (
            <Button onClick={onClose}>Cancel</Button>
          )}
          <Button
            type="primary"
            danger={isAsking}
            disabled={!isReady}
            loading={busy}
            onClick={() => void save()}
          >
            {mode === 'new' ? 'Save & Explore' : 'Overwrite & Explore'}
          </Button>
        </>
      }
    >
      {problem && <Alert type="error" showIcon title={problem} role="alert" style={{ marginBottom: 12 }} />}
      {isAsking && target ? (
        <Overwritten target={target} />
      ) : (
        <Flex vertical gap={12}>
          <Radio.Group
            aria-label="How it is saved"
            value={mode}
            onChange={(event) => setMode(event.target.value)}
            options={[
              { value: 'new', label: 'Save as new' },
              { value: 'overwrite', label: 'Overwrite existing' },
            ]}
          />
          {mode === 'new' ? (
            <Input
              aria-label="Dataset name"
              autoFocus
              value={name}
              onChange={(event) => setName(event.target.value)}
              onPressEnter={() => void save()}
            />
          ) : (
            <OneRemoteSelect
              label="Existing dataset"
              placeholder="Select or type dataset name"
              source={['dataset', 'owned']}
              load={ownedDatasets}
              value={target?.id}
              onChange={(id, chosen = '') => setTarget(id === undefined ? undefined : { id, name: chosen })}
            />
          )}
          {hasParams && (
            <Checkbox checked={withParams} onChange={(event) => setWithParams(event.target.checked)}>
              Include Template Parameters
            </Checkbox>
          )}
        </Flex>
      )}
    </Dialog>
  );
}

/** What a person should know before a dataset reads something else. */
function Overwritten({ target }: { target: Target }) {
  return (
    <AffectedObjects
      noun="dataset"
      rows={[target]}
      related={(pk, signal) => api(datasetApi.relatedObjects, { params: { pk }, signal })}
      lead={(charts, dashboards) => (
        <p>
          Are you sure you want to overwrite this dataset? <b>{target.name}</b> is linked to {charts} charts
          that appear on {dashboards} dashboards. They will show what this query reads, and break where they
          need columns that it does not have.
        </p>
      )}
    />
  );
}

/** Datasets of the person's own with a text in their names. */
async function ownedDatasets({ search }: { search: string }, signal: AbortSignal) {
  const filters = [
    { col: 'owners', opr: 'rel_m_m', value: bootstrap.user?.userId ?? -1 },
    ...(search ? [{ col: 'table_name', opr: 'ct', value: search }] : []),
  ];
  const { result } = await fetchList<{ id: number; table_name: string }>(
    'dataset',
    { filters, page: 0, page_size: 100, order_column: 'table_name', order_direction: 'asc' },
    signal,
  );
  return result.map(({ id, table_name }) => ({ value: id, label: table_name }));
}
