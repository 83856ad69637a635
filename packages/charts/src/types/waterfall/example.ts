import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** How the cash of a firm changed from month to month. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'waterfall',
    x_axis: 'month',
    time_grain_sqla: 'P1M',
    groupby: [],
    metric: 'cash',
    adhoc_filters: [],
    row_limit: 100,
    show_value: true,
    show_legend: true,
    x_axis_time_format: '%b %Y',
  },
  results: [
    exampleResult({ month: 2, cash: 0 }, [
      [1230768000000, 196],
      [1233446400000, -78],
      [1235865600000, 218],
      [1238544000000, 112],
      [1241136000000, -161],
    ]),
  ],
};
