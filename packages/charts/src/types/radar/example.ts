import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Flights, delay and distance by airport of departure. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'radar',
    groupby: ['origin'],
    metrics: ['count', 'delay', 'distance'],
    adhoc_filters: [],
    row_limit: 10,
    column_config: {
      count: { radarMetricMaxValue: 4000 },
      delay: { radarMetricMaxValue: 12 },
      distance: { radarMetricMaxValue: 900 },
    },
  },
  results: [
    exampleResult({ origin: 1, count: 0, delay: 0, distance: 0 }, [
      ['ORD', 3257, 9.3, 770],
      ['DFW', 3097, 7.9, 752],
      ['ATL', 2521, 9.6, 668],
    ]),
  ],
};
