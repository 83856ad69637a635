import { columnLabel, type DataRow, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { amountOf, rowNamer } from '../../draw/row-names.ts';
import { columnsOf, metricsOf } from '../../question/read-form.ts';

/** Times as names: as precise as needed, and never the same for two days. */
const TIME_FORMAT = 'smart_date_detailed';

/** A row of the answer: a pointer, an arc and two texts. */
export interface Hand {
  /** `column: value` of each dimension; empty without dimensions. */
  name: string;
  /** What its colour is found by: the same label in all charts. */
  label: string;
  /** Null where the answer has no number. */
  value: number | null;
  row: DataRow;
}

/** The hands of an answer, in its order. */
export function handsOf({ form, results, datasource }: DrawInput): Hand[] {
  const [metric] = metricsOf(form.metric);
  const [result] = results;
  if (metric === undefined || result === undefined) return [];
  const dimensions = columnsOf(form.groupby);
  const labelOf = rowNamer(dimensions, result, TIME_FORMAT);
  const parts = dimensions.map((column) => {
    const label = columnLabel(column);
    const textOf = rowNamer([column], result, TIME_FORMAT);
    return (row: DataRow) => `${datasource.verbose_map[label] ?? label}: ${textOf(row)}`;
  });
  return result.data.map((row) => {
    const amount = amountOf(row[metricLabel(metric)]);
    return {
      name: parts.map((part) => part(row)).join(', '),
      label: labelOf(row),
      value: Number.isFinite(amount) ? amount : null,
      row,
    };
  });
}
