import { loadable } from '@chartroom/ui';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { LabTab } from '../lab-tabs.ts';

const SaveQueryModal = loadable(async () => (await import('./save-query-modal.tsx')).SaveQueryModal);
const SaveDatasetModal = loadable(async () => (await import('../save-dataset-modal.tsx')).SaveDatasetModal);
const EmbedQueryModal = loadable(
  async () => (await import('../embedded/embed-query-modal.tsx')).EmbedQueryModal,
);

/** The dialog of the toolbar that is open, if one is. */
export const useToolbarDialog = create<{ open: 'save' | 'dataset' | 'embed' | undefined }>(() => ({
  open: undefined,
}));

const close = (): void => useToolbarDialog.setState({ open: undefined });

/** The dialogs of a tab's toolbar. They stand outside of it: it is another one in a narrow window. */
export function ToolbarDialogs({ tab }: { tab: LabTab }) {
  const { open } = useToolbarDialog();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab has no dialog open, nor has who comes back
  useEffect(() => close, [tab.id]);
  if (open === 'save') return <SaveQueryModal tab={tab} onClose={close} />;
  if (open === 'dataset') return <SaveDatasetModal tab={tab} sql={tab.sql} onClose={close} />;
  return open === 'embed' && <EmbedQueryModal tab={tab} onClose={close} />;
}
