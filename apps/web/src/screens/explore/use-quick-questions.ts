import { chartQuestion, matrixOf } from '@chartroom/charts';
import { useEffect } from 'react';
import { isReady } from './control-panel.tsx';
import { type ExploreState, staleControls, useExplore } from './explore-store.ts';
import { asksByItself, isQuick, questionOf, type Standing } from './quick-questions.ts';

/** Milliseconds of rest before a question is asked: a slider that is drawn asks once. */
const REST_MS = 60;

/** What may have been waited for. */
const WAITED_FOR: ((state: ExploreState) => unknown)[] = [
  ({ form }) => form,
  ({ run }) => run.status,
  ({ editors }) => editors > 0,
  ({ wantsQuick }) => wantsQuick,
];

/** Asks quick questions as soon as the panel has changed, without the button; the last one counts. */
export function useQuickQuestions(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const state = useExplore.getState();
        if (isAboutToAsk(state)) void state.ask({ isByItself: true });
      }, REST_MS);
    };
    rest();
    const leave = useExplore.subscribe((now, before) => {
      if (WAITED_FOR.some((read) => read(now) !== read(before))) rest();
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, []);
}

/** Whether the panel, as it stands, asks by itself. */
export function isAboutToAsk(state: ExploreState): boolean {
  const { type, form, datasource, run, ownState, pace, editors, wantsQuick: isOn } = state;
  const isStale = staleControls(state).length > 0;
  if (!isOn || !isStale || !type || !isReady(type, form, datasource)) return false;
  // Small charts of a matrix, and charts that are made of others, ask questions of their own.
  if (type.parts !== undefined || matrixOf(type, form) !== undefined) return false;
  return asksByItself({
    isEditing: editors > 0,
    last: lastOf(run),
    isQuick: isQuick(pace, questionOf(chartQuestion(type, form, { ownState })), performance.now()),
  });
}

const LAST = { idle: 'none', success: 'answered', failed: 'failed', stopped: 'stopped' } as const;

function lastOf({ status, isByItself }: ExploreState['run']): Standing['last'] {
  if (status === 'loading') return isByItself ? 'by itself' : 'asked';
  return LAST[status];
}
