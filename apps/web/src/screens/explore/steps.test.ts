import { describe, expect, test } from 'vitest';
import { type Moment, NO_STEPS, stepBack, stepForward, withStep } from './steps.ts';

const moment = (row_limit: number): Moment => ({
  form: { datasource: '1__table', viz_type: 'table', row_limit },
  type: undefined,
});

describe('steps of the panel', () => {
  test('back and forward again', () => {
    const steps = withStep(withStep(NO_STEPS, moment(1), 'row_limit', 0), moment(2), 'metrics', 10);
    const back = stepBack(steps, moment(3));
    expect(back?.moment).toEqual(moment(2));
    const further = back && stepBack(back.steps, back.moment);
    expect(further?.moment).toEqual(moment(1));
    expect(further && stepBack(further.steps, further.moment)).toBeUndefined();
    const forward = further && stepForward(further.steps, further.moment);
    expect(forward?.moment).toEqual(moment(2));
    expect(forward && stepForward(forward.steps, forward.moment)?.moment).toEqual(moment(3));
  });

  test('a word that is typed is one step; the same control later is another', () => {
    let steps = withStep(NO_STEPS, moment(1), 'title', 0);
    steps = withStep(steps, moment(2), 'title', 400);
    steps = withStep(steps, moment(3), 'title', 900);
    expect(steps.past).toEqual([moment(1)]);
    steps = withStep(steps, moment(4), 'title', 5_000);
    expect(steps.past).toEqual([moment(1), moment(4)]);
  });

  test('after going back, a change of the same control is a step of its own', () => {
    const back = stepBack(withStep(NO_STEPS, moment(1), 'title', 0), moment(2));
    const changed = back && withStep(back.steps, back.moment, 'title', 100);
    expect(changed).toMatchObject({ past: [moment(1)], future: [] });
  });

  test('the oldest of many are forgotten', () => {
    let steps = NO_STEPS;
    for (let count = 0; count < 60; count += 1) steps = withStep(steps, moment(count), `c${count}`, 0);
    expect(steps.past).toHaveLength(50);
    expect(steps.past[0]).toEqual(moment(10));
  });
});
