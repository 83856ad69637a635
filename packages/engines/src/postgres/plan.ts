import type { PlanStep } from '@chartroom/model';
import type { CostEstimate, QuerySize } from '../engine.ts';
import { objectOf } from '../files/json-members.ts';

/** Facts of a step that say what it is about, and the words before them. */
const FACTS: readonly (readonly [fact: string, words: string])[] = [
  ['Join Type', ''],
  ['Relation Name', 'on'],
  ['CTE Name', 'on'],
  ['Index Name', 'by'],
  ['Index Cond', 'where'],
  ['Hash Cond', 'where'],
  ['Merge Cond', 'where'],
  ['Join Filter', 'where'],
  ['Filter', 'where'],
  ['Sort Key', 'by'],
  ['Group Key', 'by'],
];
/** Characters of what a step is about, and steps below one another. */
const LONGEST = 400;
const DEEPEST = 200;

/** Start-up and total cost of the first line of `EXPLAIN`. */
export function costOf(line: string): CostEstimate[] {
  const match = /\(cost=([\d.]+)\.\.([\d.]+) /.exec(line);
  return match ? [{ 'Start-up cost': match[1] ?? '', 'Total cost': match[2] ?? '' }] : [];
}

/** The plan of `EXPLAIN (FORMAT JSON)`. */
export function planOf(text: string): PlanStep {
  const answer: unknown = JSON.parse(text);
  return stepOf(objectOf(Array.isArray(answer) ? answer[0] : undefined).Plan, 0);
}

/** Rows and bytes that the plan of `EXPLAIN (FORMAT JSON)` gives. */
export function sizeOf(text: string): QuerySize | undefined {
  const answer: unknown = JSON.parse(text);
  const plan = objectOf(objectOf(Array.isArray(answer) ? answer[0] : undefined).Plan);
  const [rows, width] = [numberIn(plan['Plan Rows']), numberIn(plan['Plan Width'])];
  return rows === null || width === null ? undefined : { rows, bytes: rows * width, isOfQuery: true };
}

function stepOf(value: unknown, depth: number): PlanStep {
  const step = objectOf(value);
  const below = depth < DEEPEST && Array.isArray(step.Plans) ? step.Plans : [];
  const about = FACTS.flatMap(([fact, words]) => {
    const told = Array.isArray(step[fact]) ? step[fact].join(', ') : step[fact];
    return typeof told === 'string' ? [`${words} ${told}`.trim()] : [];
  }).join(' ');
  return {
    name: String(step['Node Type'] ?? ''),
    about: about.length > LONGEST ? `${about.slice(0, LONGEST)}…` : about,
    rows: numberIn(step['Plan Rows']),
    cost: numberIn(step['Total Cost']),
    below: below.map((each) => stepOf(each, depth + 1)),
  };
}

function numberIn(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
