import { listed, membersOf, numberOf, textOf } from '../question/read-form.ts';

/** The colours that rules may name instead of a value of their own. */
export interface RulePalette {
  dark: boolean;
  colorSuccess: string;
  colorError: string;
}

/** A rule that colours values of one column (contract, conditional formatting rule). */
export interface ColorRule {
  column: string;
  /** The colour, fully opaque. */
  color: string;
  /** `Green` or `Red`: the rule is about the change against another time. */
  comparison: 'Green' | 'Red' | undefined;
  /** How strongly a value is coloured, 0.05 … 1 (0 … 1 without a target); undefined when the rule does not match it. */
  strength(value: number): number | undefined;
}

interface Limits {
  min: number;
  max: number;
}

type Cutoff = readonly [from: number, extreme: number] | undefined;

const WEAKEST = 0.05;
const WARNING = { light: '#d48806', dark: '#fcc700' };

/**
 * The rules of form data in their order; those without a target are left out, except the one that needs none.
 *
 * @param valuesOf the numbers of a column, whose extremes are coloured most
 */
export function colorRules(value: unknown, palette: RulePalette, valuesOf: (column: string) => readonly number[]): ColorRule[] {
  return listed(value).flatMap((each) => {
    const rule = membersOf(each);
    const column = textOf(rule.column);
    const scheme = textOf(rule.colorScheme);
    if (column === undefined || scheme === undefined) return [];
    const match = matcher(rule);
    const comparison = scheme === 'Green' || scheme === 'Red' ? scheme : undefined;
    if (match === undefined && comparison === undefined) return [];
    const limits = limitsOf(valuesOf(column));
    const weakest = textOf(rule.operator) === 'None' ? 0 : WEAKEST;
    const strength = (amount: number) => strengthOf(amount, match?.(amount, limits), weakest);
    return [{ column, color: namedColor(scheme, palette), comparison, strength }];
  });
}

/** A hexadecimal colour with an opacity between 0 and 1. */
export function withOpacity(color: string, opacity: number): string {
  return `${color}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

/** The background of a value by the last rule of its column that matches; undefined when none does. */
export function ruleBackground(rules: readonly ColorRule[], column: string, value: number): string | undefined {
  const found = lastMatch(rules, column, value);
  return found && withOpacity(found.rule.color, found.strength);
}

/** The plain colour of a value by the last rule of its column that matches. */
export function ruleColor(rules: readonly ColorRule[], column: string, value: number): string | undefined {
  return lastMatch(rules, column, value)?.rule.color;
}

function lastMatch(rules: readonly ColorRule[], column: string, value: number) {
  for (const rule of rules.toReversed()) {
    const strength = rule.column === column && rule.comparison === undefined ? rule.strength(value) : undefined;
    if (strength !== undefined) return { rule, strength };
  }
  return undefined;
}

function limitsOf(values: readonly number[]): Limits {
  return values.reduce<Limits>(({ min, max }, value) => ({ min: Math.min(min, value), max: Math.max(max, value) }), {
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
  });
}

function strengthOf(value: number, cutoff: Cutoff, weakest: number): number | undefined {
  if (cutoff === undefined) return undefined;
  const [from, extreme] = cutoff;
  if (from === extreme) return 1;
  const share = Math.abs((value - from) / (extreme - from));
  return Math.min(1, Math.round((weakest + (1 - weakest) * share) * 100) / 100);
}

function matcher(rule: Readonly<Record<string, unknown>>): ((value: number, limits: Limits) => Cutoff) | undefined {
  const operator = textOf(rule.operator);
  if (operator === 'None') return (_, { min, max }) => [min, max];
  const [target, left, right] = [numberOf(rule.targetValue), numberOf(rule.targetValueLeft), numberOf(rule.targetValueRight)];
  if (operator === undefined) return undefined;
  if (operator.includes('x')) return left === undefined || right === undefined ? undefined : between(operator, left, right);
  return target === undefined ? undefined : against(operator, target);
}

function between(operator: string, left: number, right: number): (value: number) => Cutoff {
  const [lower, upper] = operator.split('x').map((part) => part.trim());
  const above = (value: number) => (lower === '≤' ? value >= left : value > left);
  const below = (value: number) => (upper === '≤' ? value <= right : value < right);
  return (value) => (above(value) && below(value) ? [left, right] : undefined);
}

function against(operator: string, target: number): ((value: number, limits: Limits) => Cutoff) | undefined {
  switch (operator) {
    case '>':
      return (value, { max }) => (value > target ? [target, max] : undefined);
    case '<':
      return (value, { min }) => (value < target ? [target, min] : undefined);
    case '≥':
      return (value, { max }) => (value >= target ? [target, max] : undefined);
    case '≤':
      return (value, { min }) => (value <= target ? [target, min] : undefined);
    case '=':
      return (value) => (value === target ? [target, target] : undefined);
    case '≠':
      return (value, { min, max }) => {
        if (value === target) return undefined;
        return [target, Math.abs(max - target) > Math.abs(min - target) ? max : min];
      };
    default:
      return undefined;
  }
}

function namedColor(scheme: string, { dark, colorSuccess, colorError }: RulePalette): string {
  if (scheme === 'Green' || scheme.startsWith('colorSuccess')) return colorSuccess;
  if (scheme === 'Red' || scheme.startsWith('colorError')) return colorError;
  if (scheme.startsWith('colorWarning')) return dark ? WARNING.dark : WARNING.light;
  return scheme;
}
