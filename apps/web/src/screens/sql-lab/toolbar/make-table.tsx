import { Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../shared/dialog.tsx';

/** What a run makes of its rows. */
export type Made = 'TABLE' | 'VIEW';

/** Asks for the name of the table or view that a query becomes (contract/ui.md E3). */
export function MakeTableModal({
  method,
  onCreate,
  onClose,
}: {
  method: Made;
  onCreate: (name: string) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const given = name.trim();
  const create = () => {
    if (!given) return;
    onClose();
    onCreate(given);
  };
  return (
    <Dialog
      title={`CREATE ${method} AS`}
      okText="Create"
      okButtonProps={{ disabled: !given }}
      onOk={create}
      onCancel={onClose}
    >
      <label htmlFor="made-table">Name</label>
      <Input
        id="made-table"
        autoFocus
        autoComplete="off"
        maxLength={256}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={create}
      />
    </Dialog>
  );
}
