import {
  type Board,
  type BoardDocument,
  type BoardDraft,
  boardDraft,
  boardOf,
  mergeBoards,
} from '@chartroom/model';
import { bootstrap } from '../../../base/bootstrap.ts';
import { browserStorage } from '../../../base/browser-storage.ts';
import { toast } from '../../../base/toasts.tsx';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { editLayout, titleIn, withTitle } from '../store/editing.ts';
import { holdChange } from '../store/held-properties.ts';
import { storedSettings } from '../store/settings.ts';
import { boardBefore, boardNow } from './boards.ts';

/** Milliseconds after a change until it is kept. */
const PAUSE = 1_000;

/** The work of one person is not offered to the next at the same browser. */
function keyOf(id: number): string {
  return `chartroom.draft.${bootstrap.user?.userId ?? 0}.dashboard.${id}`;
}

/** The draft of a dashboard; undefined where there is none that can be read. */
export function draftOf(id: number): BoardDraft | undefined {
  const text = browserStorage()?.getItem(keyOf(id));
  if (!text) return undefined;
  try {
    return boardDraft.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Forgets a draft, because it was saved or given up. */
export function dropDraft(id: number): void {
  browserStorage()?.removeItem(keyOf(id));
}

/** Keeps what is built while it is built; gives what ends that. */
export function keepDrafts(store: DashboardStore): () => void {
  let timer: number | undefined;
  let isFull = false;
  const keep = () => {
    timer = undefined;
    const state = store.getState();
    if (!state.editing?.isChanged) return;
    const draft: BoardDraft = {
      keptAt: new Date().toISOString(),
      base: documentOf(boardBefore(state)),
      mine: documentOf(boardNow(state)),
    };
    try {
      browserStorage()?.setItem(keyOf(state.dashboard.info.id), JSON.stringify(draft));
    } catch {
      if (!isFull) toast.warning('This browser has no room to keep what you have not saved yet: save often.');
      isFull = true;
    }
  };
  const unsubscribe = store.subscribe((state, before) => {
    const isSame = state.layout === before.layout && state.dashboard.info === before.dashboard.info;
    if (isSame || !state.editing) return;
    window.clearTimeout(timer);
    timer = undefined;
    // All of it was undone.
    if (!state.editing.isChanged) return dropDraft(state.dashboard.info.id);
    timer = window.setTimeout(keep, PAUSE);
  });
  const onHide = () => timer !== undefined && keep();
  window.addEventListener('pagehide', onHide);
  return () => {
    unsubscribe();
    window.clearTimeout(timer);
    window.removeEventListener('pagehide', onHide);
  };
}

function documentOf({ fields, settings, layout }: Board): BoardDocument {
  return { ...fields, json_metadata: JSON.stringify(settings), position_json: JSON.stringify(layout) };
}

/** Takes a draft up again, its layout as one step that can be undone; what was saved meanwhile stays where it does not stand in the way. */
export function takeUpDraft(store: DashboardStore, { base, mine }: BoardDraft): void {
  const theirs = boardNow(store.getState());
  const { board } = mergeBoards({ base: boardOf(base), mine: boardOf(mine), theirs });
  const title = board.fields.dashboard_title ?? titleIn(store.getState().layout);
  editLayout(store, () => ({ layout: withTitle(board.layout, title) }));
  const { css, certified_by, certification_details } = board.fields;
  const stored = storedSettings(store.getState().dashboard.info.json_metadata);
  holdChange(store, {
    fields: { css, certified_by, certification_details },
    settings: { ...stored, ...board.settings },
  });
}
