import { columnLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { finiteOf, rowNamer } from '../../draw/row-names.ts';
import { sum } from '../../draw/statistics.ts';
import type { NumberFormatter } from '../../format/number.ts';
import { columnsOf } from '../../question/read-form.ts';

/** Groups beyond which only the largest are drawn: bars of more would be thinner than can be seen. */
const MOST_GROUPS = 100;

/** What a histogram is made of. */
export interface Histogram {
  /** How the ranges read, in order. */
  ranges: string[];
  /** How often each range occurs in each group; all rows are one group without dimensions. */
  groups: { name: string; counts: (number | null)[] }[];
  isGrouped: boolean;
  /** How many groups there are, drawn or not. */
  all: number;
}

/** The number of the answer's columns that are ranges is the number of bins: they are named `from - to`. */
const RANGE = /^(-?\d\S*) - (-?\d\S*)$/;

/** The histogram of an answer. */
export function histogramOf({ form, results, datasource }: DrawInput, format: NumberFormatter): Histogram {
  const [result] = results;
  const dimensions = columnsOf(form.groupby);
  const labels = new Set(dimensions.map(columnLabel));
  const [column] = columnsOf(form.column).map(columnLabel);
  if (result === undefined || column === undefined)
    return { ranges: [], groups: [], isGrouped: false, all: 0 };
  const columns = result.colnames.filter((name) => !labels.has(name) && RANGE.test(name));
  const nameOf = rowNamer(dimensions, result);
  const isGrouped = dimensions.length > 0;
  const groups = result.data.map((row) => ({
    name: isGrouped ? nameOf(row) : (datasource.verbose_map[column] ?? column),
    counts: columns.map((name) => finiteOf(row[name])),
  }));
  const ranges = columns.map((name) => rangeText(name, format));
  return { ranges, groups: largest(groups), isGrouped, all: groups.length };
}

/** The groups with most rows, in their own order. */
function largest(groups: Histogram['groups']): Histogram['groups'] {
  if (groups.length <= MOST_GROUPS) return groups;
  const sizes = new Map(groups.map((group) => [group, sum(group.counts.map((count) => count ?? 0))]));
  const bySize = groups.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
  const kept = new Set(bySize.slice(0, MOST_GROUPS));
  return groups.filter((group) => kept.has(group));
}

function rangeText(name: string, format: NumberFormatter): string {
  const [, from, to] = RANGE.exec(name) ?? [];
  return [from, to].map((edge) => format(Number(edge))).join(' - ');
}
