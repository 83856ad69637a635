import type { DataMask, NativeFilter } from '@chartroom/model';

/** The two ends of a range; null is open. */
export type NumberRange = readonly [number | null, number | null];

/** Ways to choose one number alone, by the number that is stored for each (contract/ui.md C3). */
export const SINGLE_VALUES = ['Minimum', 'Exact', 'Maximum'] as const;
export type SingleValue = (typeof SINGLE_VALUES)[number];

/** Which one number a range filter asks for; undefined where it asks for both ends. */
export function singleOf({ controlValues }: NativeFilter): SingleValue | undefined {
  return SINGLE_VALUES[Number(controlValues?.enableSingleValue ?? -1)];
}

/** The range of one number. */
export function rangeOfSingle(single: SingleValue, value: number | null): NumberRange {
  if (single === 'Exact') return [value, value];
  return single === 'Minimum' ? [value, null] : [null, value];
}

/** The range that a filter says. */
export function rangeIn(mask: DataMask | undefined): NumberRange {
  const value: unknown = mask?.filterState?.value;
  if (!Array.isArray(value)) return [null, null];
  return [numberOf(value[0]) ?? null, numberOf(value[1]) ?? null];
}

/** Why a range cannot be taken; undefined when it can. */
export function rangeProblem(
  [low, high]: NumberRange,
  bounds: { min: number | undefined; max: number | undefined },
): string | undefined {
  if (low !== null && high !== null && low > high) return 'The minimum must not be above the maximum';
  const { min, max } = bounds;
  if (min === undefined || max === undefined) return undefined;
  const isOutside = [low, high].some((end) => end !== null && (end < min || end > max));
  return isOutside ? boundsText(min, max) : undefined;
}

/** What may be chosen. */
export function boundsText(min: number, max: number): string {
  return `Choose numbers between ${min} and ${max}`;
}

/** A number of an answer, in which large ones and decimals come as texts. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
