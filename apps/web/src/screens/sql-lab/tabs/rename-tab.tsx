import { Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../shared/dialog.tsx';
import { useLab } from '../lab-store.ts';

export interface RenameTabProps {
  id: number;
  onClose: () => void;
}

/** Asks for another name of a tab. */
export function RenameTab({ id, onClose }: RenameTabProps) {
  const { tabs, change } = useLab.getState();
  const [label, setLabel] = useState(() => tabs.find((tab) => tab.id === id)?.label ?? '');
  const save = () => {
    if (!label.trim()) return;
    change(id, { label: label.trim() });
    onClose();
  };
  return (
    <Dialog
      title="Enter a new title for the tab"
      okText="Rename"
      okButtonProps={{ disabled: !label.trim() }}
      onOk={save}
      onCancel={onClose}
    >
      <Input
        autoFocus
        aria-label="Title"
        maxLength={256}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
        onPressEnter={save}
      />
    </Dialog>
  );
}
