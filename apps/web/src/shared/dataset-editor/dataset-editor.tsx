import type { DatasetImpact, DatasetItem, NewName } from '@chartroom/model';
import { ErrorAlert, Hint } from '@chartroom/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Modal, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { errorsOf, errorText } from '../../api/client.ts';
import { saveDataset } from '../../api/datasets.ts';
import { isStale, useVersion, type Version } from '../../api/versions.ts';
import { toast } from '../../base/toasts.tsx';
import { CountedTab } from '../counted-tab.tsx';
import { Dialog } from '../dialog.tsx';
import { ColumnsTab } from './columns-tab.tsx';
import { ConfirmSave } from './confirm-save.tsx';
import styles from './dataset-editor.module.css';
import { type DatasetDraft, draftOf, goneNames, payloadOf, problemsOf } from './draft.ts';
import { fetchImpact } from './impact.tsx';
import { MetricsTab } from './metrics-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { SourceTab } from './source-tab.tsx';

interface DatasetEditorProps {
  id: number;
  /** With the names that charts have taken over. */
  onSaved?: (names: NewName[]) => void;
  onClose: () => void;
}

/** The dialog 'Edit Dataset': where its rows come from, its metrics and columns, and its settings (contract/ui.md F2). */
export function DatasetEditor({ id, onSaved, onClose }: DatasetEditorProps) {
  const version = useVersion<DatasetItem>('dataset', id);
  if (version.data) return <Editor version={version.data} onSaved={onSaved} onClose={onClose} />;
  return (
    <Dialog title="Edit Dataset" footer={null} width={960} onCancel={onClose}>
      {version.isError ? <ErrorAlert errors={errorsOf(version.error)} /> : <Skeleton active />}
    </Dialog>
  );
}

interface EditorProps {
  version: Version<DatasetItem>;
  onSaved: ((names: NewName[]) => void) | undefined;
  onClose: () => void;
}

function Editor({ version: { row, tag }, onSaved, onClose }: EditorProps) {
  const [begun] = useState(() => draftOf(row));
  const [draft, setDraft] = useState<DatasetDraft>(begun);
  const [syncs, setSyncs] = useState(true);
  const [isBusy, setIsBusy] = useState(false);
  const [impact, setImpact] = useState<DatasetImpact>();
  const [modal, question] = Modal.useModal();
  const client = useQueryClient();
  const change = (part: Partial<DatasetDraft>) => setDraft((old) => ({ ...old, ...part }));
  const problems = problemsOf(draft);
  const isOtherSql = draft.kind === 'virtual' && draft.sql !== row.sql;
  const isChanged = draft !== begun;
  const gone = goneNames(begun, draft);

  const save = async (names: NewName[], version: string | null) => {
    try {
      await saveDataset(row.id, payloadOf(draft, names), version, isOtherSql && syncs);
      await client.invalidateQueries({ queryKey: ['dataset'] });
      toast.success('The dataset has been saved');
      onSaved?.(names);
      onClose();
    } catch (error) {
      setImpact(undefined);
      if (isStale(error)) {
        await modal.confirm({
          title: 'Somebody else has saved this dataset since you opened it.',
          content: 'Overwrite theirs with yours?',
          okText: 'Overwrite anyway',
          okButtonProps: { danger: true },
          onOk: () => save(names, null),
        });
      } else modal.error({ title: 'Error saving dataset', content: errorText(error) });
    }
  };
  const confirm = async () => {
    setIsBusy(true);
    try {
      setImpact(await fetchImpact(row.id, gone));
    } catch (error) {
      modal.error({ title: 'Error saving dataset', content: errorText(error) });
    } finally {
      setIsBusy(false);
    }
  };
  const leave = () => {
    if (!isChanged) onClose();
    else
      void modal.confirm({
        title: 'Discard changes?',
        content: 'What you have changed is not saved.',
        okText: 'Discard',
        okButtonProps: { danger: true },
        onOk: onClose,
      });
  };
  const managed = row.is_managed_externally
    ? "This dataset is managed externally, and can't be edited in Chartroom"
    : undefined;

  return (
    <Dialog
      width={960}
      title={`Edit Dataset ${row.table_name}`}
      onCancel={leave}
      footer={[
        isOtherSql && (
          <Checkbox key="sync" checked={syncs} onChange={(event) => setSyncs(event.target.checked)}>
            Automatically sync columns
          </Checkbox>
        ),
        <Button key="cancel" onClick={leave}>
          Cancel
        </Button>,
        <Hint key="save" title={managed}>
          <Button
            type="primary"
            loading={isBusy}
            disabled={problems.length > 0 || managed !== undefined || !isChanged}
            onClick={() => void confirm()}
          >
            Save
          </Button>
        </Hint>,
      ]}
    >
      {question}
      {impact && (
        <ConfirmSave
          draft={draft}
          gone={gone}
          impact={impact}
          onConfirm={(names) => save(names, tag)}
          onClose={() => setImpact(undefined)}
        />
      )}
      <Alert
        type="warning"
        showIcon
        className={styles.banner}
        title="Be careful."
        description="Changing these settings will affect all charts using this dataset, including charts owned by other people."
      />
      {problems.length > 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className={styles.banner}
          title={
            <ul className={styles.problems}>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          }
        />
      )}
      <DatasetTabs row={row} draft={draft} change={change} />
    </Dialog>
  );
}

interface DatasetTabsProps {
  row: DatasetItem;
  draft: DatasetDraft;
  change: (part: Partial<DatasetDraft>) => void;
}

function DatasetTabs({ row, draft, change }: DatasetTabsProps) {
  const calculated = draft.columns.filter((each) => each.isCalculated).length;
  const isMoved = draft.sql !== row.sql || draft.table_name !== row.table_name || draft.schema !== row.schema;
  const sync = { id: row.id, because: isMoved ? 'The source has been changed; save it first.' : undefined };
  const database = { id: row.database.id, name: row.database.database_name };
  return (
    <Tabs
      className={styles.tabs}
      items={[
        {
          key: 'source',
          label: 'Source',
          children: <SourceTab draft={draft} change={change} database={database} />,
        },
        {
          key: 'metrics',
          label: <CountedTab name="Metrics" count={draft.metrics.length} />,
          children: <MetricsTab draft={draft} change={change} />,
        },
        {
          key: 'columns',
          label: <CountedTab name="Columns" count={draft.columns.length - calculated} />,
          children: <ColumnsTab draft={draft} change={change} isCalculated={false} sync={sync} />,
        },
        {
          key: 'calculated',
          label: <CountedTab name="Calculated columns" count={calculated} />,
          children: <ColumnsTab draft={draft} change={change} isCalculated />,
        },
        { key: 'settings', label: 'Settings', children: <SettingsTab draft={draft} change={change} /> },
      ]}
    />
  );
}
