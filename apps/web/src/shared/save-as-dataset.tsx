import { Alert, Flex, Input } from 'antd';
import { useState } from 'react';
import { errorText } from '../api/client.ts';
import { Dialog } from './dialog.tsx';

interface SaveAsDatasetProps {
  title: string;
  okText: string;
  /** What the name is called. */
  label: string;
  initialName: string;
  /** Ends when the dialog is no longer needed; what it fails with is shown. */
  save(name: string): Promise<void>;
  onClose(): void;
}

/** Asks for the name of a dataset that is made of a query. */
export function SaveAsDataset({ title, okText, label, initialName, save, onClose }: SaveAsDatasetProps) {
  const [name, setName] = useState(initialName);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (!name.trim() || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await save(name.trim());
    } catch (error) {
      setProblem(`An error occurred while creating the data source: ${errorText(error)}`);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={title}
      okText={okText}
      okButtonProps={{ disabled: !name.trim(), loading: busy }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Flex vertical gap={12}>
        {problem && <Alert type="error" showIcon title={problem} role="alert" />}
        <label htmlFor="dataset-name">{label}</label>
        <Input
          id="dataset-name"
          autoFocus
          value={name}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={() => void submit()}
        />
      </Flex>
    </Dialog>
  );
}
