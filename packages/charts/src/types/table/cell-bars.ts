import type { TableModelCell } from '../../chart-type.ts';
import { withOpacity } from '../../format/conditional-colors.ts';

/** From where to where the bars of a column reach. */
export interface BarRange {
  min: number;
  max: number;
}

export interface BarLook {
  /** All bars start at the left edge; else at zero. */
  aligned: boolean;
  /** Gains and losses have their own colours. */
  signed: boolean;
  colors: { gain: string; loss: string; plain: string };
}

const OPACITY = 0.2;

/** The range of a column's bars; undefined unless every value is a number. */
export function barRange(values: readonly (number | null)[], aligned: boolean): BarRange | undefined {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0 || numbers.length < values.length) return undefined;
  const [min, max] = numbers.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  return aligned ? { min: 0, max: Math.max(Math.abs(min), Math.abs(max)) } : { min, max };
}

/** The bar behind a value: from and width as fractions of the cell. */
export function cellBar(
  value: number,
  range: BarRange,
  { aligned, signed, colors }: BarLook,
): TableModelCell['bar'] {
  const bySign = value < 0 ? colors.loss : colors.gain;
  const color = withOpacity(signed ? bySign : colors.plain, OPACITY);
  if (aligned) return { from: 0, width: range.max === 0 ? 0 : Math.abs(value) / range.max, color };
  const [above, below] = [Math.max(range.max, 0), Math.max(-range.min, 0)];
  const total = above + below;
  if (total === 0) return { from: 0, width: 0, color };
  return { from: Math.min(below + value, below) / total, width: Math.abs(value) / total, color };
}
