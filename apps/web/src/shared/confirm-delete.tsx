import { Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';

export interface ConfirmDeleteProps {
  /** Title, e.g. 'Delete chart?'. */
  title: string;
  children: ReactNode;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The one confirmation of everything that cannot be undone: type DELETE (contract/ui.md, conventions). */
export function ConfirmDelete({ title, children, busy, onConfirm, onCancel }: ConfirmDeleteProps) {
  const [typed, setTyped] = useState('');
  const agreed = typed.trim().toUpperCase() === 'DELETE';
  return (
    <Modal
      open
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
    </Modal>
  );
}
