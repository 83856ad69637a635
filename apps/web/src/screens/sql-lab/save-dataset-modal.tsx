import type { SqlAnswer } from '@chartroom/model';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Alert, Input, Modal } from 'antd';
import { useState } from 'react';
import { errorText } from '../../api/client.ts';
import { createVirtualDataset } from '../../api/datasets.ts';
import type { LabTab } from './lab-tabs.ts';

/** Makes a dataset of a query and opens a first chart of it. */
export function SaveDatasetModal({
  tab,
  answer,
  onClose,
}: {
  tab: LabTab;
  answer: SqlAnswer;
  onClose: () => void;
}) {
  const [name, setName] = useState(`${tab.label} ${new Date().toLocaleString('en-GB')}`);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  const save = async () => {
    if (tab.databaseId === null || !name.trim() || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { databaseId, catalog, schema } = tab;
      const id = await createVirtualDataset(
        name.trim(),
        { databaseId, catalog, schema },
        answer.query.sql.trim().replace(/;\s*$/, ''),
      );
      await client.invalidateQueries({ queryKey: ['dataset'] });
      await navigate({ to: '/explore/', search: { datasource_type: 'table', datasource_id: String(id) } });
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="Save or Overwrite Dataset"
      okText="Save & Explore"
      okButtonProps={{ disabled: !name.trim(), loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon title={problem} role="alert" style={{ marginBottom: 12 }} />}
      <label htmlFor="dataset-name">Save as new dataset</label>
      <Input
        id="dataset-name"
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={() => void save()}
      />
    </Modal>
  );
}
