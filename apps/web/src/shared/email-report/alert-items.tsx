import type { DataPoint } from '@chartroom/charts';
import { numberFormatter } from '@chartroom/charts';
import type { ChartFormData } from '@chartroom/model';
import type { MenuProps } from 'antd';
import { mayHaveReports } from './may-have-reports.ts';

/** Where an alert is set up that somebody wants. */
export interface AlertAddress {
  to: '/alert/list/';
  search: Record<string, unknown>;
}

/**
 * Entries of a menu at a number of a chart: an alert when it falls below or rises above that number. Nothing where there is no number,
 * of a chart that is not saved, and for who may not.
 */
export function alertItems(
  chart: { id: number | undefined; form: ChartFormData },
  point: DataPoint | undefined,
  go: (address: AlertAddress) => void,
): NonNullable<MenuProps['items']> {
  const amount = point?.amount;
  if (chart.id === undefined || !amount || !mayHaveReports()) return [];
  const shown = numberFormatter(',.6~g')(amount.value);
  const entry = (operator: '<' | '>', words: string) => ({
    key: `alert_${operator}`,
    label: `Tell me when this ${words} ${shown}`,
    onClick: () =>
      go({
        to: '/alert/list/',
        search: {
          chart: chart.id,
          operator,
          threshold: amount.value,
          metric: amount.metric,
          filters: JSON.stringify(filtersAt(chart.form, point)),
        },
      }),
  });
  return [entry('<', 'falls below'), entry('>', 'rises above')];
}

/** Conditions of the series, without its moment: an alert looks at the latest one. Those of the dashboard count, too. */
function filtersAt({ extra_form_data }: ChartFormData, { detail }: DataPoint) {
  const own = detail
    .filter(({ grain }) => grain === undefined)
    .map(({ col, val }) => (val === null ? { col, op: 'IS NULL' } : { col, op: '==', val }));
  return [...own, ...(extra_form_data?.filters ?? [])];
}
