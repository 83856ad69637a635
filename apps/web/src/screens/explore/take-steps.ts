import { isReady } from './control-panel.tsx';
import { staleControls, useExplore } from './explore-store.ts';
import { type Moment, type Steps, stepBack, stepForward } from './steps.ts';

/** Takes the last change of the panel back. */
export function undo(): void {
  take(stepBack);
}

/** Makes the change again that was taken back last. */
export function redo(): void {
  take(stepForward);
}

function take(step: typeof stepBack): void {
  const { steps, form, type } = useExplore.getState();
  const taken = step(steps, { form, type });
  if (taken) show(taken.moment, taken.steps);
}

/** Shows another moment of the panel; a picture that was up to date stays so. */
export function show(moment: Moment, steps: Steps): void {
  const before = useExplore.getState();
  const wasShown = before.run.status === 'success' && staleControls(before).length === 0;
  before.goTo(moment, steps);
  const now = useExplore.getState();
  const isBehind = now.run.form === null || staleControls(now).length > 0;
  if (wasShown && isBehind && isReady(now.type, now.form, now.datasource)) void now.ask();
}
