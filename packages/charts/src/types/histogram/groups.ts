import { columnLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { finiteOf, rowNamer } from '../../draw/row-names.ts';
import type { NumberFormatter } from '../../format/number.ts';
import { columnsOf } from '../../question/read-form.ts';

/** What a histogram is made of. */
export interface Histogram {
  /** How the ranges read, in order. */
  ranges: string[];
  /** How often each range occurs in each group; all rows are one group without dimensions. */
  groups: { name: string; counts: (number | null)[] }[];
  isGrouped: boolean;
}

/** The number of the answer's columns that are ranges is the number of bins: they are named `from - to`. */
const RANGE = /^(-?\d\S*) - (-?\d\S*)$/;

/** The histogram of an answer. */
export function histogramOf({ form, results, datasource }: DrawInput, format: NumberFormatter): Histogram {
  const [result] = results;
  const dimensions = columnsOf(form.groupby);
  const labels = new Set(dimensions.map(columnLabel));
  const [column] = columnsOf(form.column).map(columnLabel);
  if (result === undefined || column === undefined) return { ranges: [], groups: [], isGrouped: false };
  const columns = result.colnames.filter((name) => !labels.has(name) && RANGE.test(name));
  const nameOf = rowNamer(dimensions, result);
  const isGrouped = dimensions.length > 0;
  return {
    ranges: columns.map((name) => rangeText(name, format)),
    groups: result.data.map((row) => ({
      name: isGrouped ? nameOf(row) : (datasource.verbose_map[column] ?? column),
      counts: columns.map((name) => finiteOf(row[name])),
    })),
    isGrouped,
  };
}

function rangeText(name: string, format: NumberFormatter): string {
  const [, from, to] = RANGE.exec(name) ?? [];
  return [from, to].map((edge) => format(Number(edge))).join(' - ');
}
