import type { PlanStep } from '@chartroom/model';
import { expect, test } from 'vitest';
import { type CostedStep, costedPlan } from './plan-costs.ts';

const step = (name: string, cost: number | null, ...below: PlanStep[]): PlanStep => ({
  name,
  about: '',
  rows: 1,
  cost,
  below,
});
const told = ({ name, own, share, isWorst, below }: CostedStep): unknown[] => [
  [name, own, share, isWorst],
  ...below.flatMap(told),
];

test('a step costs what it adds to those below it; the dearest one is marked', () => {
  expect(told(costedPlan(step('Join', 100, step('Scan', 60), step('Hash', 30, step('Scan', 30)))))).toEqual([
    ['Join', 10, 0.1, false],
    ['Scan', 60, 0.6, true],
    ['Hash', 0, 0, false],
    ['Scan', 30, 0.3, false],
  ]);
});

test('where nothing is known of costs nothing is marked, and no step costs less than nothing', () => {
  expect(told(costedPlan(step('Result', null)))).toEqual([['Result', 0, 0, false]]);
  expect(costedPlan(step('Result', 5)).isWorst).toBe(false);
  expect(told(costedPlan(step('Limit', 1, step('Scan', 50))))).toEqual([
    ['Limit', 0, 0, false],
    ['Scan', 50, 1, true],
  ]);
});
