import { type DataRow, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { finiteOf, rowNamer } from '../../draw/row-names.ts';
import { columnsOf, listed, metricsOf, textOf } from '../../question/read-form.ts';

/** How one metric of one group is spread. */
export interface Box {
  name: string;
  /** The group by which it is coloured and selected. */
  group: string;
  min: number | null;
  q1: number | null;
  median: number | null;
  q3: number | null;
  max: number | null;
  mean: number | null;
  count: number | null;
  outliers: number[];
  row: DataRow;
}

/** The boxes of an answer: one for each group and metric. */
export function boxesOf({ form, results, datasource }: DrawInput): Box[] {
  const [result] = results;
  if (result === undefined) return [];
  const dimensions = columnsOf(form.groupby);
  const metrics = metricsOf(form.metrics).map(metricLabel);
  const nameOf = rowNamer(dimensions, result, textOf(form.date_format));
  const grouped = dimensions.length > 0;
  return result.data.flatMap((row) => {
    const group = nameOf(row);
    return metrics.map((metric): Box => {
      const label = datasource.verbose_map[metric] ?? metric;
      const isOnly = grouped && metrics.length === 1;
      const part = (name: string) => finiteOf(row[`${metric}__${name}`]);
      const [min, max] = inOrder(part('min'), part('max'));
      const isExchanged = min !== part('min');
      return {
        name: [...(grouped ? [group] : []), ...(isOnly ? [] : [label])].join(', '),
        group,
        min,
        q1: part('q1'),
        median: part('median'),
        q3: part('q3'),
        max,
        mean: part('mean'),
        count: part('count'),
        outliers: listed(outliersOf(row[`${metric}__outliers`]))
          .map(finiteOf)
          .filter((value) => value !== null)
          .filter((value) => !isExchanged || (value !== min && value !== max)),
        row,
      };
    });
  });
}

/** The box of two numbers has no height, so that each counts as beyond its whisker: the ends are exchanged in the answer. */
function inOrder(min: number | null, max: number | null): readonly [number | null, number | null] {
  return min !== null && max !== null && min > max ? [max, min] : [min, max];
}

/** A list in an answer, which may be written as a text. */
function outliersOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return [];
  }
}
