import type { QueryFilter } from '@chartroom/model';
import { membersOf, numberOf, textOf } from '../../question/read-form.ts';

/** What the grid calls a comparison, and how a question does. */
const COMPARISONS: Readonly<Record<string, string>> = {
  equals: '==',
  notEqual: '!=',
  lessThan: '<',
  lessThanOrEqual: '<=',
  greaterThan: '>',
  greaterThanOrEqual: '>=',
};
const PATTERNS: Readonly<Record<string, (text: string) => [op: string, pattern: string]>> = {
  contains: (text) => ['ILIKE', `%${text}%`],
  notContains: (text) => ['NOT LIKE', `%${text}%`],
  startsWith: (text) => ['ILIKE', `${text}%`],
  endsWith: (text) => ['ILIKE', `%${text}`],
};

/** The conditions that a reader has set on the columns of the grid, as a question asks them of the server. */
export function columnFilters(model: Readonly<Record<string, unknown>>): QueryFilter[] {
  return Object.entries(model).flatMap(([col, set]) => conditionsOf(col, membersOf(set)));
}

function conditionsOf(col: string, { type, filter, filterTo }: Record<string, unknown>): QueryFilter[] {
  if (type === 'blank') return [{ col, op: 'IS NULL' }];
  if (type === 'notBlank') return [{ col, op: 'IS NOT NULL' }];
  if (type === 'inRange') {
    const [from, to] = [numberOf(filter), numberOf(filterTo)];
    return [
      ...(from === undefined ? [] : [{ col, op: '>=', val: from }]),
      ...(to === undefined ? [] : [{ col, op: '<=', val: to }]),
    ];
  }
  const name = String(type);
  const val = typeof filter === 'number' ? filter : textOf(filter);
  if (val === undefined) return [];
  const op = Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name] : undefined;
  if (op !== undefined) return [{ col, op, val }];
  const pattern = Object.hasOwn(PATTERNS, name) ? PATTERNS[name]?.(String(val)) : undefined;
  return pattern ? [{ col, op: pattern[0], val: pattern[1] }] : [];
}
