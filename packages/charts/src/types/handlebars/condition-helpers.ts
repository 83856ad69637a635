import { type Helper, isNothing, textOfValue } from './values.ts';

/** Whether two values are the same where their kinds do not count: 3 and "3". */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if ((one ?? null) === null || (other ?? null) === null) return (one ?? null) === (other ?? null);
  return textOfValue(one) === textOfValue(other) || Number(textOfValue(one)) === Number(textOfValue(other));
}

/** Numbers by their size, texts by their letters; what is no pair of either has no order. */
function isBelow(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string' && !(isNumeric(one) && isNumeric(other)))
    return one < other;
  return isNumeric(one) && isNumeric(other) && Number(one) < Number(other);
}

function isNumeric(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value));
}

/** The words that ask. */
export const CONDITION_HELPERS: Readonly<Record<string, Helper>> = {
  eq: ({ values: [one, other] }) => one === other,
  neq: ({ values: [one, other] }) => one !== other,
  eqw: ({ values: [one, other] }) => isAlike(one, other),
  neqw: ({ values: [one, other] }) => !isAlike(one, other),
  lt: ({ values: [one, other] }) => isBelow(one, other),
  lte: ({ values: [one, other] }) => isBelow(one, other) || isAlike(one, other),
  gt: ({ values: [one, other] }) => isBelow(other, one),
  gte: ({ values: [one, other] }) => isBelow(other, one) || isAlike(one, other),
  not: ({ values: [value] }) => isNothing(value),
  and: ({ values }) => values.every((value) => !isNothing(value)),
  or: ({ values }) => values.some((value) => !isNothing(value)),
  ifx: ({ values: [condition, one, other = ''] }) => (isNothing(condition) ? other : one),
  empty: ({ values: [value] }) =>
    typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : isNothing(value),
  count: ({ values: [value] }) => (Array.isArray(value) ? value.length : false),
  coalesce: ({ values }) => values.find((value) => !isNothing(value)),
  includes: ({ values: [list, wanted, strict] }) =>
    Array.isArray(list) &&
    (strict === false ? list.some((each) => isAlike(each, wanted)) : list.includes(wanted)),
  showIf: ({ values: [condition] }) => (isNothing(condition) ? 'hidden' : ''),
  hideIf: ({ values: [condition] }) => (isNothing(condition) ? '' : 'hidden'),
  selectedIf: ({ values: [condition] }) => (isNothing(condition) ? '' : 'selected'),
  checkedIf: ({ values: [condition] }) => (isNothing(condition) ? '' : 'checked'),
};
