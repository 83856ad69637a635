import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

const MONTHS = [1230768000000, 1233446400000, 1235865600000, 1238544000000, 1241136000000];
const PRICES: readonly (readonly number[])[] = [
  [90.13, 89.46, 16.63],
  [89.31, 90.32, 15.81],
  [105.12, 95.09, 17.99],
  [125.83, 101.29, 19.84],
  [135.81, 104.85, 20.59],
];

/** Monthly share prices of three companies, as a chart type of the family. */
export function pricesExample(viz_type: string, more: Readonly<Record<string, unknown>> = {}): ChartExample {
  const rows = MONTHS.map((month, index) => [month, ...(PRICES[index] ?? [])]);
  const result = exampleResult({ day: 2, AAPL: 0, IBM: 0, MSFT: 0 }, rows);
  return {
    form: {
      datasource: '4__table',
      viz_type,
      x_axis: 'day',
      time_grain_sqla: 'P1M',
      metrics: [
        { expressionType: 'SIMPLE', column: { column_name: 'price' }, aggregate: 'AVG', label: 'AVG(price)' },
      ],
      groupby: ['symbol'],
      adhoc_filters: [],
      row_limit: 10000,
      ...more,
    },
    results: [
      { ...result, label_map: { ...result.label_map, symbol: ['symbol'], 'AVG(price)': ['AVG(price)'] } },
    ],
  };
}
