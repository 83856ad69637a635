import { columnLabel, type DataRow, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { type Measure, measureOf } from '../../draw/measure.ts';
import { finiteOf, rowNamer } from '../../draw/row-names.ts';
import { columnsOf, metricsOf, uniqueBy } from '../../question/read-form.ts';

/** A line across the axes: a row of the answer. */
export interface Thread {
  /** What the line is of; empty without a dimension. */
  name: string;
  row: DataRow;
  /** Where it crosses each axis; null where the answer has no number. */
  values: readonly (number | null)[];
  /** What colours it. */
  tint: number | null;
}

export interface ParallelData {
  axes: readonly Measure[];
  /** What colours the lines, where something does. */
  tinting: Measure | undefined;
  threads: readonly Thread[];
  /** What the dimension is called; undefined without one. */
  dimension: string | undefined;
}

/** Lines and axes of an answer, in its order. */
export function parallelData(input: DrawInput): ParallelData {
  const { form, results, datasource } = input;
  const [result = { data: [], colnames: [], coltypes: [] }] = results;
  const series = columnsOf(form.series).slice(0, 1);
  const [second] = metricsOf(form.secondary_metric).filter((metric) => metric !== '');
  const nameOf = rowNamer(series, result);
  const axes = uniqueBy(metricsOf(form.metrics), metricLabel).map((metric) => measureOf(input, metric));
  const tinting = second === undefined ? undefined : measureOf(input, second);
  const [dimension] = series.map(columnLabel);
  return {
    axes,
    tinting,
    threads: result.data.map((row) => ({
      name: nameOf(row),
      row,
      values: axes.map(({ column }) => finiteOf(row[column])),
      tint: tinting === undefined ? null : finiteOf(row[tinting.column]),
    })),
    dimension: dimension === undefined ? undefined : (datasource.verbose_map[dimension] ?? dimension),
  };
}
