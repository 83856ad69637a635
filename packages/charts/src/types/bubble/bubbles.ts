import { columnLabel, type DataRow, type GenericType, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { columnTypes, dimensionText, finiteOf } from '../../draw/row-names.ts';
import { columnsOf, metricsOf, numberOf } from '../../question/read-form.ts';

/** Pixels across the smallest bubble. */
export const SMALLEST = 5;
const LARGEST = 25;

/** One row of the answer. */
export interface Bubble {
  /** Place of the row in the answer. */
  index: number;
  /** Whom its colour and its entry in the legend belong to. */
  name: string;
  title: string;
  x: number | null;
  y: number | null;
  size: number | null;
  /** Pixels across; undefined where its size is unknown. */
  diameter: number | undefined;
  entity: DataRow[string];
  series: DataRow[string];
}

/** The bubbles of an answer, in its order. */
export function bubblesOf({ form, results }: DrawInput): Bubble[] {
  const [result] = results;
  const [x, y, size] = [form.x, form.y, form.size].map((metric) => metricsOf(metric).map(metricLabel)[0]);
  const [entity, series] = [form.entity, form.series].map((column) => columnsOf(column).map(columnLabel)[0]);
  const types = result ? columnTypes(result) : new Map<string, GenericType>();
  const text = (row: DataRow, column: string) => dimensionText(row[column], types.get(column));
  const rows = (result?.data ?? []).map((row) => {
    const thing = entity === undefined ? '' : text(row, entity);
    const group = series === undefined ? undefined : text(row, series);
    return {
      name: group ?? thing,
      title: group === undefined ? thing : `${group} (${thing})`,
      x: finiteOf(memberOf(row, x)),
      y: finiteOf(memberOf(row, y)),
      size: finiteOf(memberOf(row, size)),
      entity: memberOf(row, entity),
      series: memberOf(row, series),
    };
  });
  const diameterOf = scaleOf(
    rows.map((row) => row.size),
    Math.max(0, numberOf(form.max_bubble_size) ?? LARGEST),
  );
  return rows.map((row, index) => ({ ...row, index, diameter: diameterOf(row.size) }));
}

function memberOf(row: DataRow, column: string | undefined): DataRow[string] {
  return column === undefined ? null : (row[column] ?? null);
}

/** Sizes from the smallest to the largest; bubbles of one size are all small. */
function scaleOf(
  sizes: readonly (number | null)[],
  largest: number,
): (size: number | null) => number | undefined {
  const known = sizes.filter((size) => size !== null);
  const least = known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = known.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return (size) => {
    if (size === null) return undefined;
    return SMALLEST + (most > least ? ((size - least) / (most - least)) * largest * 2 : 0);
  };
}
