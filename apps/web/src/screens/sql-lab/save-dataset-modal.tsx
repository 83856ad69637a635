import type { SqlAnswer } from '@chartroom/model';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createVirtualDataset } from '../../api/datasets.ts';
import { SaveAsDataset } from '../../shared/save-as-dataset.tsx';
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
  const navigate = useNavigate();
  const client = useQueryClient();
  const { label, databaseId, catalog, schema } = tab;
  if (databaseId === null) return null;
  const save = async (name: string) => {
    const sql = answer.query.sql.trim().replace(/;\s*$/, '');
    const id = await createVirtualDataset(name, { databaseId, catalog, schema }, sql);
    await client.invalidateQueries({ queryKey: ['dataset'] });
    await navigate({ to: '/explore/', search: { datasource_type: 'table', datasource_id: String(id) } });
  };
  return (
    <SaveAsDataset
      title="Save or Overwrite Dataset"
      okText="Save & Explore"
      label="Save as new dataset"
      initialName={`${label} ${new Date().toLocaleString('en-GB')}`}
      save={save}
      onClose={onClose}
    />
  );
}
