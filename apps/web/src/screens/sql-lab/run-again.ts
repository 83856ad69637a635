import type { ErrorBody } from '@chartroom/model';
import type { LabTab } from './lab-tabs.ts';

/** What is said of a run that writes. */
export const NOT_RUN_AGAIN: ErrorBody = {
  message:
    'Your session ended while this query ran. It writes, so it was not run again: look at what it has done first.',
  error_type: 'FRONTEND_CSRF_ERROR',
  level: 'warning',
  extra: null,
};

/** Where it stands what is to be run again: the tab of the browser alone knows of it. */
const KEY = 'sqllab__run_again';

/** A run that was under way when its person was signed out. */
export interface Interrupted {
  tab: number;
  sql: string;
  /** Where it stands in the tab's text. */
  at: number;
}

/** The runs of tabs that end with the session: those that somebody waits for, and that make no table. */
export function cutRuns(tabs: readonly LabTab[]): Interrupted[] {
  return tabs.flatMap(({ id, run: { status, sql, offset, background, making } }) =>
    status === 'running' && !background && !making ? [{ tab: id, sql, at: offset }] : [],
  );
}

interface Noted {
  user: string;
  runs: readonly Interrupted[];
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Notes what somebody's session has cut off, for the page that follows the signing in. */
export function noteInterrupted(user: string, runs: readonly Interrupted[], store: Store): void {
  if (runs.length === 0) return;
  try {
    store.setItem(KEY, JSON.stringify({ user, runs } satisfies Noted));
  } catch {
    // The browser's storage is full: who signs in has to press Run.
  }
}

/** What is to be run again, once: it is forgotten here. Nothing of what somebody else has run. */
export function takeInterrupted(user: string, store: Store): readonly Interrupted[] {
  const text = store.getItem(KEY);
  if (text === null) return [];
  store.removeItem(KEY);
  try {
    const noted: Noted = JSON.parse(text);
    return noted.user === user ? noted.runs : [];
  } catch {
    // Not written by this page.
    return [];
  }
}
