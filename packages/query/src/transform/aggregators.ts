import { ownMember } from '@chartroom/model';
import { type Cell, Decimal } from '../frame.ts';
import type { OperationOptions } from './operation-options.ts';
import { largest, mean, quantile, smallest, sum, variance } from './statistics.ts';
import { COMPUTED, cellOf, compareCells, isNumeric, numbersOf, type TableColumn } from './table.ts';

/** One value out of the cells of a group. */
export type Aggregator = (cells: readonly Cell[]) => Cell;

/** A result column of an aggregation: where it comes from and how. */
export interface Aggregate {
  label: string;
  column: string;
  aggregate: Aggregator;
}

type Formula = (numbers: readonly number[], options: Record<string, unknown>) => number;

/** Formulas that pass over NaN. Sums of nothing are 0, products 1. */
const SKIPPING = {
  sum: (numbers) => sum(numbers),
  mean: (numbers) => mean(numbers),
  max: (numbers) => largest(numbers),
  min: (numbers) => smallest(numbers),
  prod: (numbers) => numbers.reduce((a, b) => a * b, 1),
  std: (numbers, options) => Math.sqrt(variance(numbers, freedom(options))),
  var: (numbers, options) => variance(numbers, freedom(options)),
  median: (numbers) => quantile(numbers, 0.5),
  percentile: (numbers, options) => quantile(numbers, Number(options.q) / 100),
} satisfies Record<string, Formula>;

interface Operator {
  formula: keyof typeof SKIPPING;
  strict?: boolean;
}

/** Operators by name (contract/charts.md §2): the formula, and whether a NaN in the group passes through. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  sum: { formula: 'sum' },
  nansum: { formula: 'sum' },
  mean: { formula: 'mean' },
  nanmean: { formula: 'mean' },
  average: { formula: 'mean', strict: true },
  max: { formula: 'max' },
  nanmax: { formula: 'max' },
  min: { formula: 'min' },
  nanmin: { formula: 'min' },
  median: { formula: 'median', strict: true },
  nanmedian: { formula: 'median' },
  percentile: { formula: 'percentile', strict: true },
  nanpercentile: { formula: 'percentile' },
  prod: { formula: 'prod' },
  product: { formula: 'prod' },
  std: { formula: 'std' },
  var: { formula: 'var' },
};

/** Operators whose value of a single cell is that cell, digit by digit. */
const FAITHFUL = new Set(['sum', 'mean', 'max', 'min', 'median', 'prod']);

/**
 * The option `aggregates`: `{label: {operator, column?, options?}}`.
 * @throws ChartroomError 400 for an operator nobody knows or that gives more than one value
 */
export function aggregatesOf(options: OperationOptions): Aggregate[] {
  return options.entries('aggregates').map(([label, given]) => {
    const entry: Record<string, unknown> = typeof given === 'object' && given !== null ? { ...given } : {};
    const { operator, column, options: parameters } = entry;
    if (typeof operator !== 'string')
      throw options.recordedError(`Operator undefined for aggregator: ${label}`);
    const settings: Record<string, unknown> =
      typeof parameters === 'object' && parameters !== null ? { ...parameters } : {};
    return {
      label,
      column: typeof column === 'string' ? column : label,
      aggregate: aggregatorOf(operator, settings, options),
    };
  });
}

function aggregatorOf(
  operator: string,
  settings: Record<string, unknown>,
  options: OperationOptions,
): Aggregator {
  if (operator === 'count') return (cells) => cells.length;
  if (operator === 'count_nonzero')
    return (cells) => cells.filter((cell) => cell !== 0 && cell !== false && cell !== '').length;
  if (operator === 'argmin' || operator === 'argmax')
    return (cells) => placeOf(cells, operator === 'argmin' ? -1 : 1);
  const known = ownMember(OPERATORS, operator);
  if (!known) throw options.recordedError(`Invalid numpy function: ${operator}`);
  if (known.formula === 'percentile' && !isPercentage(settings.q))
    throw options.error(`the operator "${operator}" needs the option "q" between 0 and 100`);
  return (cells) => apply(cells, known, SKIPPING[known.formula], settings, options);
}

function apply(
  cells: readonly Cell[],
  { formula: name, strict }: Operator,
  formula: Formula,
  settings: Record<string, unknown>,
  options: OperationOptions,
): Cell {
  const [only] = cells;
  if (
    cells.length === 1 &&
    only !== undefined &&
    only !== null &&
    FAITHFUL.has(name) &&
    typeof only !== 'string'
  )
    return faithful(only);
  const present = cells.filter((cell) => cell !== null && !Number.isNaN(cell));
  if (strict && present.length < cells.length) return null;
  if (present.some((cell) => typeof cell === 'string')) return textValue(present, name, options);
  return cellOf(formula(numbersOf(present), settings));
}

/** The text of a decimal that is no number is nothing; the rest stays as it is. */
function faithful(cell: Cell): Cell {
  if ((cell instanceof Decimal && cell.text === 'NaN') || Number.isNaN(cell)) return null;
  return typeof cell === 'boolean' ? Number(cell) : cell;
}

/** Text has a first and a last, and nothing else. */
function textValue(cells: readonly Cell[], name: string, options: OperationOptions): Cell {
  const least = name === 'min' ? -1 : 0;
  const sign = name === 'max' ? 1 : least;
  if (sign === 0)
    throw options.error(
      `the operator "${name}" needs numbers, not text such as "${String(cells.find((cell) => typeof cell === 'string'))}"`,
    );
  return cells.reduce((best, cell) => (compareCells(cell, best) * sign > 0 ? cell : best));
}

function placeOf(cells: readonly Cell[], sign: 1 | -1): Cell {
  let best = -1;
  for (const [place, cell] of cells.entries()) {
    if (cell === null || Number.isNaN(cell)) continue;
    if (best < 0 || compareCells(cell, cells[best] ?? null) * sign > 0) best = place;
  }
  return best < 0 ? null : best;
}

function freedom({ ddof }: Record<string, unknown>): number {
  return typeof ddof === 'number' ? ddof : 0;
}

function isPercentage(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 100;
}

/** What an aggregated column is: as its source where the values still are of its kind, else plain numbers. */
export function aggregatedKind(
  source: TableColumn,
  values: readonly Cell[],
): Pick<TableColumn, 'kind' | 'generic' | 'nativeType'> {
  const { kind, generic, nativeType } = source;
  const whole = values.every((cell) => cell === null || typeof cell === 'bigint' || Number.isInteger(cell));
  const isExact = () => values.every((cell) => cell === null || cell instanceof Decimal);
  const others = kind === 'decimal' ? isExact() : !isNumeric(source) && kind !== 'bool';
  const kept = kind === 'int' ? whole : others;
  return kept ? { kind, generic, nativeType } : COMPUTED;
}
