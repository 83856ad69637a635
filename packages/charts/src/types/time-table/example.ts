import type { ChartExample } from '../../chart-type.ts';
import { overTimeResult } from '../../example-result.ts';

const MONTHS = [1230768000000, 1233446400000, 1235865600000, 1238544000000, 1241136000000];
const PRICES = [
  [90.1, 338.5, 17.1],
  [89.3, 337.9, 16.1],
  [105.1, 348.1, 18.4],
  [125.8, 395.0, 20.3],
  [135.8, 417.7, 20.9],
];

/** Prices of shares: their course, their latest value, and how it compares. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'time_table',
    granularity_sqla: 'date',
    time_grain_sqla: 'P1M',
    time_range: 'No filter',
    metrics: ['AVG(price)'],
    groupby: ['symbol'],
    adhoc_filters: [],
    row_limit: 10000,
    column_collection: [
      { key: 'now', label: 'Now', colType: 'time', comparisonType: 'value', d3format: ',.1f' },
      {
        key: 'change',
        label: 'Since last month',
        colType: 'time',
        timeLag: 1,
        comparisonType: 'perc_change',
        d3format: '+.1%',
        bounds: [-0.1, 0.1],
        tooltip: 'Against the month before',
      },
      { key: 'course', label: 'Course', colType: 'spark', width: 160, height: 40, d3format: ',.1f' },
      { key: 'average', label: 'Average', colType: 'avg', d3format: ',.1f' },
      { key: 'share', label: 'Share', colType: 'contrib', d3format: '.0%' },
    ],
  },
  results: [
    overTimeResult(
      ['AAPL', 'GOOG', 'MSFT'].map((symbol) => ['AVG(price)', symbol]),
      MONTHS.map((month, index) => [month, ...(PRICES[index] ?? [])]),
    ),
  ],
};
