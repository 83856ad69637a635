import {
  type ChartDataResult,
  type ColumnRef,
  columnLabel,
  type DataRow,
  type MetricRef,
  metricLabel,
} from '@chartroom/model';
import { columnTypes, dimensionText, finiteOf } from './row-names.ts';

/** A row of the answer as what leads from one node to another. */
export interface Link {
  source: string;
  target: string;
  /** Null where the answer has no number. */
  amount: number | null;
  row: DataRow;
}

interface LinkColumns {
  source: ColumnRef | undefined;
  target: ColumnRef | undefined;
  metric: MetricRef | undefined;
}

/** The links of an answer, in its order; none while one of the columns is not chosen. */
export function linksOf(
  result: Pick<ChartDataResult, 'data' | 'colnames' | 'coltypes'> | undefined,
  { source, target, metric }: LinkColumns,
): Link[] {
  if (!result || source === undefined || target === undefined || metric === undefined) return [];
  const types = columnTypes(result);
  const [from, to, column] = [columnLabel(source), columnLabel(target), metricLabel(metric)];
  return result.data.map((row) => ({
    source: dimensionText(row[from], types.get(from)),
    target: dimensionText(row[to], types.get(to)),
    amount: finiteOf(row[column]),
    row,
  }));
}

/** The names of the nodes between which links lead, in order of first appearance. */
export function nodeNames(links: readonly Pick<Link, 'source' | 'target'>[]): string[] {
  return [...new Set(links.flatMap(({ source, target }) => [source, target]))];
}
