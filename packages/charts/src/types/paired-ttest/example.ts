import type { ChartExample } from '../../chart-type.ts';
import { overTimeResult } from '../../example-result.ts';

const MONTHS = [1230768000000, 1233446400000, 1235865600000, 1238544000000, 1241136000000];
const PRICES = [
  [90.13, 89.46, 16.63],
  [89.31, 90.32, 15.81],
  [105.12, 95.09, 17.99],
  [125.83, 101.29, 19.84],
  [135.81, 104.85, 20.59],
];

/** Whether prices of shares differ from those of the first company by more than chance. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'paired_ttest',
    granularity_sqla: 'date',
    time_grain_sqla: 'P1M',
    metrics: ['AVG(price)'],
    groupby: ['symbol'],
    adhoc_filters: [],
    row_limit: 10000,
  },
  results: [
    overTimeResult(
      ['AAPL', 'IBM', 'MSFT'].map((symbol) => ['AVG(price)', symbol]),
      MONTHS.map((month, index) => [month, ...(PRICES[index] ?? [])]),
    ),
  ],
};
