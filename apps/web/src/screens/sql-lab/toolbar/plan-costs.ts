import type { PlanStep } from '@chartroom/model';

/** A step of a plan with what it costs by itself. */
export interface CostedStep extends Omit<PlanStep, 'below'> {
  /** Without the steps below it. */
  own: number;
  /** The part of the whole, from 0 to 1. */
  share: number;
  /** No other step costs as much. */
  isWorst: boolean;
  below: CostedStep[];
}

/** What each step of a plan costs by itself, and which of them costs most. */
export function costedPlan(plan: PlanStep): CostedStep {
  const whole = plan.cost ?? 0;
  const costs = ownCosts(plan);
  const worst = Math.max(...costs.values());
  // One of them, when several cost the same.
  const found = costs.size > 1 ? [...costs].find(([, own]) => own === worst && own > 0)?.[0] : undefined;
  const costed = (step: PlanStep): CostedStep => {
    const own = costs.get(step) ?? 0;
    const share = whole > 0 ? Math.min(1, own / whole) : 0;
    return { ...step, own, share, isWorst: step === found, below: step.below.map(costed) };
  };
  return costed(plan);
}

function ownCosts(plan: PlanStep, costs = new Map<PlanStep, number>()): Map<PlanStep, number> {
  const below = plan.below.reduce((sum, step) => sum + (step.cost ?? 0), 0);
  // A step that reads only some of the rows below it costs less than they all do.
  costs.set(plan, Math.max(0, (plan.cost ?? 0) - below));
  for (const step of plan.below) ownCosts(step, costs);
  return costs;
}
