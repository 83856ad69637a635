import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, errorText } from '../../api/client.ts';
import { may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { useUndoKeys } from '../../shared/undo-keys.ts';
import { isReady } from './control-panel.tsx';
import { useExplore } from './explore-store.ts';
import { mayOverwrite, saveChart } from './save-chart.ts';
import { SAVED_BY_OTHERS, savedAddress } from './saved.ts';
import { redo, undo } from './take-steps.ts';

/** Ctrl/Cmd with Enter asks, with S saves, with Z and Y takes changes back and makes them again. */
export function useExploreKeys(): void {
  useUndoKeys(undo, redo);
  const save = useSaving();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const key = event.key.toLowerCase();
      if (key !== 'enter' && key !== 's') return;
      // The browser would save the page.
      if (key === 's') event.preventDefault();
      // An editor takes its own value over; a list would choose what it stands at.
      else if (isInEditor(event.target)) return;
      else event.stopPropagation();
      const { type, form, datasource, ask } = useExplore.getState();
      if (!isReady(type, form, datasource)) return;
      if (key === 'enter') void ask();
      else save();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [save]);
}

function isInEditor(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.ant-popover, [role="dialog"]') !== null;
}

/** Overwrites the open chart at once (contract/ui.md D4); where that cannot be done, the dialog of saving opens. */
function useSaving(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const overwrite = async () => {
    const { name, setSaving } = useExplore.getState();
    try {
      const { id } = await saveChart({ title: name, isOverwriting: true }, client);
      await navigate(savedAddress(id, true));
    } catch (error) {
      const isStale = error instanceof ApiError && error.status === 412;
      setSaving({
        isStale,
        problem: isStale ? SAVED_BY_OTHERS : `Failed to save slice: ${errorText(error)}`,
      });
    }
  };
  return () => {
    const state = useExplore.getState();
    if (!may('can_write', 'Chart') || state.run.status === 'loading' || state.saving) {
      if (!may('can_write', 'Chart')) toast.warning('You may not save charts');
    } else if (mayOverwrite(state) && state.name.trim() !== '') void overwrite();
    else state.setSaving({});
  };
}
