import { compare, contains } from '../operators.ts';
import type { CompareOperator } from '../syntax.ts';
import { TemplateProblem } from '../template-problem.ts';
import type { Test } from '../tools.ts';
import { Callable, Dict, Float, numberOf, Sequence, Undefined, type Value } from '../value.ts';

/** Jinja's tests by name. */
export const tests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['defined', (value) => !(value instanceof Undefined)],
  ['undefined', (value) => value instanceof Undefined],
  ['none', (value) => value === null],
  ['boolean', (value) => typeof value === 'boolean'],
  ['true', (value) => value === true],
  ['false', (value) => value === false],
  ['integer', (value) => typeof value === 'number'],
  ['float', (value) => value instanceof Float],
  ['number', (value) => numberOf(value) !== undefined],
  ['string', (value) => typeof value === 'string'],
  ['mapping', (value) => value instanceof Dict],
  ['iterable', (value) => isIterable(value)],
  ['sequence', (value) => isIterable(value)],
  ['callable', (value) => value instanceof Callable],
  ['sameas', (value, args) => value === args[0]],
  ['in', (value, args, { budget }) => contains(args[0] ?? null, value, budget)],
  ['even', (value) => whole(value) % 2 === 0],
  ['odd', (value) => whole(value) % 2 !== 0],
  [
    'divisibleby',
    (value, args) => {
      const by = whole(args[0] ?? null);
      if (by === 0) throw new TemplateProblem('value', 'division by zero');
      return whole(value) % by === 0;
    },
  ],
  [
    'lower',
    (value) => typeof value === 'string' && value !== value.toUpperCase() && value === value.toLowerCase(),
  ],
  [
    'upper',
    (value) => typeof value === 'string' && value !== value.toLowerCase() && value === value.toUpperCase(),
  ],
  ...comparisons('==', 'eq', 'equalto', '=='),
  ...comparisons('!=', 'ne', '!='),
  ...comparisons('<', 'lt', 'lessthan', '<'),
  ...comparisons('<=', 'le', '<='),
  ...comparisons('>', 'gt', 'greaterthan', '>'),
  ...comparisons('>=', 'ge', '>='),
]);

function comparisons(operator: CompareOperator, ...names: string[]): [string, Test][] {
  return names.map((name) => [
    name,
    (value, args, { budget }) => compare(operator, value, args[0] ?? null, budget),
  ]);
}

function isIterable(value: Value): boolean {
  return (
    typeof value === 'string' ||
    value instanceof Sequence ||
    value instanceof Dict ||
    value instanceof Undefined
  );
}

function whole(value: Value): number {
  const number = numberOf(value);
  if (number === undefined) throw new TemplateProblem('value', 'a number is needed here');
  return number;
}
