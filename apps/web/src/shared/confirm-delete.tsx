import { loadable } from '@chartroom/ui';
import type { ReactNode } from 'react';

export interface ConfirmDeleteProps {
  /** Title, e.g. 'Delete chart?'. */
  title: string;
  children: ReactNode;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The one confirmation of everything that cannot be undone: type DELETE (contract/ui.md, conventions). */
export const ConfirmDelete = loadable<ConfirmDeleteProps>(
  async () => (await import('./deletion-dialog.tsx')).DeletionDialog,
);
