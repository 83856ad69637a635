import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Flights by airport of departure. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'gauge_chart',
    groupby: ['origin'],
    metric: 'count',
    adhoc_filters: [],
    row_limit: 10,
    max_val: 5000,
  },
  results: [
    exampleResult({ origin: 1, count: 0 }, [
      ['ORD', 3257],
      ['ATL', 2521],
      ['LAS', 1342],
    ]),
  ],
};
