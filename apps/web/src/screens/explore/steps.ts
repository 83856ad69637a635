import type { ChartType } from '@chartroom/charts';
import type { ChartFormData } from '@chartroom/model';

/** What the panel says at a moment, and for which chart type. */
export interface Moment {
  form: ChartFormData;
  type: ChartType | undefined;
}

/** Moments that can be gone back to, and those that were left by going back. */
export interface Steps {
  past: readonly Moment[];
  future: readonly Moment[];
  /** What was changed last, and when (milliseconds). */
  last?: { control: string; at: number };
}

export const NO_STEPS: Steps = { past: [], future: [] };

/** As many as a dashboard takes back (contract/ui.md B2). */
const LIMIT = 50;
/** Changes of one control that follow each other within this time are one step: a word, a slider that is drawn. Milliseconds. */
const TOGETHER_MS = 1_000;

/** Remembers what is left by a change of a control. */
export function withStep(steps: Steps, left: Moment, control: string, at: number): Steps {
  const { last } = steps;
  const continues = last?.control === control && at - last.at < TOGETHER_MS && steps.past.length > 0;
  const past = continues ? steps.past : [...steps.past, left].slice(-LIMIT);
  return { past, future: [], last: { control, at } };
}

/** Goes a step back from what the panel says now; nothing where there is none. */
export function stepBack({ past, future }: Steps, now: Moment): { steps: Steps; moment: Moment } | undefined {
  const moment = past.at(-1);
  return moment && { moment, steps: { past: past.slice(0, -1), future: [now, ...future] } };
}

/** Goes forward again to what was left by going back. */
export function stepForward(
  { past, future }: Steps,
  now: Moment,
): { steps: Steps; moment: Moment } | undefined {
  const [moment, ...others] = future;
  return moment && { moment, steps: { past: [...past, now], future: others } };
}
