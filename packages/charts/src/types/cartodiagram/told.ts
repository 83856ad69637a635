import { type ChartDataResult, GenericType } from '@chartroom/model';
import { amountOf, columnTypes, dimensionText, NO_VALUE } from '../../draw/row-names.ts';
import type { TooltipRow } from '../../draw/tooltip.ts';
import { numberFormatter } from '../../format/number.ts';
import { textOf } from '../../question/read-form.ts';
import type { SmallChart } from './small-chart.ts';

/** Rows that are told of a place; of further ones their number. */
const MOST = 10;
/** Shares are told by the picture. */
const SHARE = '__contribution';

/** What the chart at a place shows, a row for each of its rows. */
export function toldRows({ form }: SmallChart, [result]: readonly ChartDataResult[]): TooltipRow[] {
  if (!result) return [];
  const format = numberFormatter(textOf(form.number_format) ?? textOf(form.y_axis_format));
  const types = columnTypes(result);
  const columns = result.colnames.filter((name) => !name.endsWith(SHARE));
  const amounts = columns.filter((name) => types.get(name) === GenericType.NUMERIC);
  const names = columns.filter((name) => !amounts.includes(name));
  const rows = result.data.slice(0, MOST).map((row) => ({
    name: names.map((name) => dimensionText(row[name], types.get(name))).join(', '),
    values: amounts.map((name) => {
      const amount = amountOf(row[name]);
      return amount === null ? NO_VALUE : format(amount);
    }),
  }));
  const left = result.data.length - rows.length;
  return [
    ...(amounts.length > 1 ? [{ name: '', values: amounts, bold: true }] : []),
    ...rows,
    ...(left > 0 ? [{ name: `${left} more`, values: [] }] : []),
  ];
}
