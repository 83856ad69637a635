import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** The average share price by month, compared with the month before. */
export const example: ChartExample = {
  form: {
    datasource: '4__table',
    viz_type: 'big_number',
    x_axis: 'day',
    time_grain_sqla: 'P1M',
    metric: {
      expressionType: 'SIMPLE',
      column: { column_name: 'price' },
      aggregate: 'AVG',
      label: 'AVG(price)',
    },
    adhoc_filters: [],
    compare_lag: 1,
    compare_suffix: 'MoM',
  },
  results: [
    exampleResult({ day: 2, 'AVG(price)': 0 }, [
      [1230768000000, 65.41],
      [1233446400000, 65.15],
      [1235865600000, 72.73],
      [1238544000000, 82.32],
      [1241136000000, 87.08],
    ]),
  ],
};
