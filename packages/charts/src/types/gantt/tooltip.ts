import { columnLabel, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { columnTypes, dimensionText, finiteOf } from '../../draw/row-names.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { numberFormatter } from '../../format/number.ts';
import { SMART_DATE, timeFormatter } from '../../format/time.ts';
import { columnsOf, metricsOf, textOf } from '../../question/read-form.ts';
import type { Bar } from './bars.ts';

/** What a bar is, its two moments, and what the form data want told beside. */
export function barTooltip({ form, results, datasource }: DrawInput, bar: Bar): string {
  const [result = { colnames: [], coltypes: [] }] = results;
  const types = columnTypes(result);
  const pattern = textOf(form.tooltipTimeFormat) ?? SMART_DATE;
  const moments = pattern === SMART_DATE ? 'smart_date_detailed' : pattern;
  const numbers = numberFormatter(textOf(form.tooltipValuesFormat));
  const nameOf = (column: string) => datasource.verbose_map[column] ?? column;
  const [start, end] = [form.start_time, form.end_time].map((ref) => columnsOf(ref).map(columnLabel)[0]);
  const moment = (column: string | undefined, value: number) =>
    column === undefined ? [] : [{ name: nameOf(column), values: [timeFormatter(moments)(value)] }];
  const dimensions = columnsOf(form.tooltip_columns).map(columnLabel);
  const metrics = metricsOf(form.tooltip_metrics).map(metricLabel);
  const category = columnsOf(form.y_axis).map((column) => nameOf(columnLabel(column)));
  return tooltipMarkup(bar.series === '' ? bar.category : bar.series, [
    ...(bar.series === '' ? [] : [{ name: category.join(', '), values: [bar.category] }]),
    ...moment(start, bar.start),
    ...moment(end, bar.end),
    ...dimensions.map((column) => ({
      name: nameOf(column),
      values: [dimensionText(bar.row[column], types.get(column), moments)],
    })),
    ...metrics.map((column) => ({
      name: nameOf(column),
      values: [amountText(bar.row[column], numbers)],
    })),
  ]);
}

function amountText(value: unknown, write: (amount: number) => string): string {
  const amount = finiteOf(value);
  return amount === null ? dimensionText(value, undefined) : write(amount);
}
