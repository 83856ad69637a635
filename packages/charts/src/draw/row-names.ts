import {
  type ChartDataResult,
  type ColumnRef,
  columnLabel,
  type DataRow,
  GenericType,
} from '@chartroom/model';
import { timeFormatter } from '../format/time.ts';

/** How a missing value is written where it names something. */
export const NULL_TEXT = '<NULL>';

/** How a missing amount is written. */
export const NO_VALUE = 'N/A';

/** What a value of a dimension is called. */
export function dimensionText(
  value: unknown,
  type: GenericType | undefined,
  timeFormat?: string | null,
): string {
  if (value === null || value === undefined) return NULL_TEXT;
  if (type === GenericType.TEMPORAL && (typeof value === 'number' || typeof value === 'string'))
    return timeFormatter(timeFormat)(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Kind of a result column by its name. */
export function columnTypes(
  result: Pick<ChartDataResult, 'colnames' | 'coltypes'>,
): Map<string, GenericType> {
  return new Map(
    result.colnames.flatMap((name, index) => {
      const type = result.coltypes[index];
      return type === undefined ? [] : [[name, type] as const];
    }),
  );
}

/** Names rows by the values of their dimensions, joined by commas; empty text without dimensions. */
export function rowNamer(
  dimensions: readonly ColumnRef[],
  result: Pick<ChartDataResult, 'colnames' | 'coltypes'>,
  timeFormat?: string | null,
): (row: DataRow) => string {
  const types = columnTypes(result);
  const labels = dimensions.map(columnLabel);
  return (row) => labels.map((label) => dimensionText(row[label], types.get(label), timeFormat)).join(', ');
}

/** A number of an answer; big integers and decimals arrive as text. Null when there is none. */
export function amountOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isNaN(number) ? null : number;
}

/** A number of an answer that can be drawn; null where there is none, or one without end. */
export function finiteOf(value: unknown): number | null {
  const amount = amountOf(value);
  return Number.isFinite(amount) ? amount : null;
}

/** How many names are told before the rest is only counted. */
const TOLD = 12;

/** Names in a sentence; of many the first ones, and how many more there are. */
export function listedNames(names: readonly string[]): string {
  const more = names.length - TOLD;
  return more > 0 ? `${names.slice(0, TOLD).join(', ')} and ${more} more` : names.join(', ');
}
