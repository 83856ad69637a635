import { Input } from 'antd';
import { useState } from 'react';
import type { ConfirmDeleteProps } from './confirm-delete.tsx';
import { Dialog } from './dialog.tsx';

/** The dialog in which a deletion is confirmed. */
export function DeletionDialog({ title, children, busy, onConfirm, onCancel }: ConfirmDeleteProps) {
  const [typed, setTyped] = useState('');
  const agreed = typed.trim().toUpperCase() === 'DELETE';
  return (
    <Dialog
      title={title}
      okText="Delete"
      okButtonProps={{ danger: true, disabled: !agreed, loading: busy }}
      onOk={onConfirm}
      onCancel={onCancel}
      destroyOnHidden
    >
      <div style={{ marginBottom: 12 }}>{children}</div>
      <label htmlFor="confirm-delete">Type "DELETE" to confirm</label>
      <Input
        id="confirm-delete"
        autoFocus
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={() => agreed && !busy && onConfirm()}
      />
    </Dialog>
  );
}
