import { type Board, type BoardEdits, isDeepEqual, mergeBoards, storedLayout } from '@chartroom/model';
import { fetchDashboard } from '../../../api/dashboards.ts';
import { isStale, saveVersion, tagOf } from '../../../api/versions.ts';
import { toast } from '../../../base/toasts.tsx';
import type { Choices } from '../store/asking.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { adoptBoard, boardBefore, boardNow, boardThere } from './boards.ts';

/** How often a board is merged again because somebody has saved meanwhile. */
const TRIES = 10;

/**
 * Saves a board that somebody else has saved meanwhile: what was done to different parts of it is kept of both, and what
 * both have changed is asked for. Answers whether it was saved; rejects as the calls that it makes.
 */
export async function saveMerged(
  store: DashboardStore,
  fits: (positions: Record<string, unknown>) => boolean,
): Promise<boolean> {
  let choices: Choices = new Map();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const state = store.getState();
    const { id } = state.dashboard.info;
    const there = await fetchDashboard(String(id));
    const edits = { base: boardBefore(state), mine: boardNow(state), theirs: boardThere(there) };
    const chosen = await choicesFor(store, edits, { choices, by: there.info.changed_by_name });
    if (!chosen) return false;
    choices = chosen;
    const { board } = mergeBoards(edits, choices);
    const positions = storedLayout(board.layout, there.info.position_json);
    if (!fits(positions)) return false;
    try {
      const { slug, owners, roles, tags } = state.editing?.held ?? {};
      const body = { slug, owners, roles, tags, ...bodyOf(board, edits.theirs, positions) };
      const version = await saveVersion('dashboard', id, body, tagOf(there.info.changed_on));
      adoptBoard(store, { board, there, version });
      return true;
    } catch (error) {
      if (!isStale(error)) throw error;
    }
  }
  toast.error('Others save this dashboard all the time. Nothing of yours is lost; try again in a moment.');
  return false;
}

async function choicesFor(
  store: DashboardStore,
  edits: BoardEdits,
  { choices, by }: { choices: Choices; by: string | undefined },
): Promise<Choices | undefined> {
  const { conflicts } = mergeBoards(edits, choices);
  const open = conflicts.filter(({ key }) => !choices.has(key));
  if (open.length === 0) return choices;
  const answered = await new Promise<Choices | undefined>((answer) => {
    store.setState({ asking: { conflicts: open, by, answer } });
  });
  store.setState({ asking: undefined });
  return answered && new Map([...choices, ...answered]);
}

function bodyOf(board: Board, theirs: Board, positions: Record<string, unknown>): object {
  const there = new Map<string, unknown>(Object.entries(theirs.fields));
  const changed = Object.entries(board.fields).filter(
    ([name, value]) => !isDeepEqual(value, there.get(name)),
  );
  return {
    ...Object.fromEntries(changed),
    json_metadata: JSON.stringify({ ...board.settings, positions }),
  };
}
