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
  /** The colour of a text. */
  color: string;
  /** The colour behind a text at full strength: paler than that of a text when the rule names a meaning. */
  background: string;
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
const LIGHT_TINTS = { success: '#a5d6a7', warning: '#ffe08a', error: '#f5a9a9' };
const DARK_TINTS = { success: '#2e6b31', warning: '#7a5b00', error: '#8f2f2f' };
/** Below it, white is read more easily than black. */
const DARK_LUMINANCE = 0.179;

/**
 * The rules of form data in their order; those without a target are left out, except the one that needs none.
 *
 * @param valuesOf the numbers of a column, whose extremes are coloured most
 */
export function colorRules(
  value: unknown,
  palette: RulePalette,
  valuesOf: (column: string) => readonly number[],
): ColorRule[] {
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
    return [{ column, ...namedColors(scheme, palette), comparison, strength }];
  });
}

/** A colour with an opacity between 0 and 1: as the last digits of a hexadecimal one, else mixed with nothing. */
export function withOpacity(color: string, opacity: number): string {
  if (!/^#[0-9a-f]{6}$/i.test(color))
    return `color-mix(in srgb, ${color} ${Math.round(opacity * 100)}%, transparent)`;
  return `${color}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

/** The background of a value by the last rule of its column that matches; undefined when none does. */
export function ruleBackground(
  rules: readonly ColorRule[],
  column: string,
  value: number,
): string | undefined {
  const found = lastMatch(rules, column, value);
  return found && withOpacity(found.rule.background, found.strength);
}

/** The plain colour of a value by the last rule of its column that matches. */
export function ruleColor(rules: readonly ColorRule[], column: string, value: number): string | undefined {
  return lastMatch(rules, column, value)?.rule.color;
}

function lastMatch(rules: readonly ColorRule[], column: string, value: number) {
  for (const rule of rules.toReversed()) {
    const strength =
      rule.column === column && rule.comparison === undefined ? rule.strength(value) : undefined;
    if (strength !== undefined) return { rule, strength };
  }
  return undefined;
}

function limitsOf(values: readonly number[]): Limits {
  return values.reduce<Limits>(
    ({ min, max }, value) => ({ min: Math.min(min, value), max: Math.max(max, value) }),
    {
      min: Number.POSITIVE_INFINITY,
      max: Number.NEGATIVE_INFINITY,
    },
  );
}

function strengthOf(value: number, cutoff: Cutoff, weakest: number): number | undefined {
  if (cutoff === undefined) return undefined;
  const [from, extreme] = cutoff;
  if (from === extreme) return 1;
  const share = Math.abs((value - from) / (extreme - from));
  return Math.min(1, Math.round((weakest + (1 - weakest) * share) * 100) / 100);
}

function matcher(
  rule: Readonly<Record<string, unknown>>,
): ((value: number, limits: Limits) => Cutoff) | undefined {
  const operator = textOf(rule.operator);
  if (operator === 'None') return (_, { min, max }) => [min, max];
  const [target, left, right] = [
    numberOf(rule.targetValue),
    numberOf(rule.targetValueLeft),
    numberOf(rule.targetValueRight),
  ];
  if (operator === undefined) return undefined;
  if (operator.includes('x'))
    return left === undefined || right === undefined ? undefined : between(operator, left, right);
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

/** Colours by meaning; any other name is a colour itself. */
function namedColors(
  scheme: string,
  { dark, colorSuccess, colorError }: RulePalette,
): { color: string; background: string } {
  const tints = dark ? DARK_TINTS : LIGHT_TINTS;
  if (scheme === 'Green' || scheme.startsWith('colorSuccess'))
    return { color: colorSuccess, background: tints.success };
  if (scheme === 'Red' || scheme.startsWith('colorError'))
    return { color: colorError, background: tints.error };
  if (scheme.startsWith('colorWarning'))
    return { color: dark ? '#fcc700' : '#8a5a00', background: tints.warning };
  return { color: scheme, background: scheme };
}

/**
 * The text colour that is readable on a background; undefined when the page's own is, or the background is not
 * written in hexadecimal.
 *
 * @param background a colour with an opacity, over the page's colour
 */
export function readableOn(background: string, page: string, dark: boolean): string | undefined {
  const [over, under] = [channels(background), channels(page)];
  if (!over || !under) return undefined;
  const [red, green, blue] = [0, 1, 2].map(
    (at) => (over[at] ?? 0) * (over[3] ?? 1) + (under[at] ?? 0) * (1 - (over[3] ?? 1)),
  );
  const isDark = luminance(red ?? 0, green ?? 0, blue ?? 0) < DARK_LUMINANCE;
  if (isDark === dark) return undefined;
  return isDark ? '#ffffff' : '#1f2328';
}

/** Red, green and blue 0 … 1 and the opacity of `#rgb`, `#rrggbb` or `#rrggbbaa`. */
function channels(color: string): number[] | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})?$/i.exec(color);
  if (short) return short.slice(1).map((digit) => Number.parseInt(digit + digit, 16) / 255);
  return long?.slice(1).map((digits) => (digits === undefined ? 1 : Number.parseInt(digits, 16) / 255));
}

/** Relative luminance (WCAG 2). */
function luminance(red: number, green: number, blue: number): number {
  const linear = (channel: number) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
