import type { DataRow } from '@chartroom/model';
import type { CrossFilter } from '../chart-type.ts';

/**
 * The filter of a mark: its dimension values, column by column; undefined when the mark has no dimensions.
 *
 * @param key what identifies the mark in its drawing
 */
export function crossFilterOf(
  dimensions: readonly string[],
  values: readonly unknown[],
  key: string,
): CrossFilter | undefined {
  if (dimensions.length === 0) return undefined;
  const filters = dimensions.map((col, index): CrossFilter['filters'][number] => {
    const value = values[index];
    if (value === null || value === undefined) return { col, op: 'IS NULL' };
    return { col, op: 'IN', val: [scalar(value)] };
  });
  return { filters, label: values.map((value) => String(value ?? '<NULL>')).join(', '), key };
}

/** The filter of a mark that stands for one row of the answer. */
export function rowCrossFilter(
  dimensions: readonly string[],
  row: DataRow,
  key: string,
): CrossFilter | undefined {
  return crossFilterOf(
    dimensions,
    dimensions.map((dimension) => row[dimension]),
    key,
  );
}

/** How strongly a mark is drawn while some marks are selected: the others step back. */
export function selectionOpacity(key: string, selected: readonly string[] | undefined): number {
  return !selected || selected.length === 0 || selected.includes(key) ? 1 : 0.3;
}

/** A value of an answer as a filter compares it. */
export function scalar(value: unknown): string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value);
}
