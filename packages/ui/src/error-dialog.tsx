import { Modal } from 'antd';
import type { ReactNode } from 'react';

interface ErrorDialogProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

/** All that is said of an error where only its title has room. */
export function ErrorDialog({ title, children, onClose }: ErrorDialogProps) {
  return (
    <Modal open title={title} footer={null} onCancel={onClose}>
      {children}
    </Modal>
  );
}
