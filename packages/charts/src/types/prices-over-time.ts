import type { ChartDataResult } from '@chartroom/model';
import { overTimeResult } from '../example-result.ts';

const MONTHS = [1230768000000, 1233446400000, 1235865600000, 1238544000000, 1241136000000];
const PRICES = [
  [90.13, 89.46, 16.63],
  [89.31, 90.32, 15.81],
  [105.12, 95.09, 17.99],
  [125.83, 101.29, 19.84],
  [135.81, 104.85, 20.59],
];

/** Form data and answer of monthly share prices of three companies, for charts whose time has a column of its own. */
export const pricesOverTime = {
  form: {
    datasource: '1__table',
    granularity_sqla: 'date',
    time_grain_sqla: 'P1M',
    time_range: 'No filter',
    metrics: ['AVG(price)'],
    groupby: ['symbol'],
    adhoc_filters: [],
    row_limit: 10000,
  },
  results: [pricesResult()],
};

function pricesResult(): ChartDataResult {
  return overTimeResult(
    ['AAPL', 'IBM', 'MSFT'].map((symbol) => ['AVG(price)', symbol]),
    MONTHS.map((month, index) => [month, ...(PRICES[index] ?? [])]),
  );
}
