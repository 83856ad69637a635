import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Flights by airport of departure and of arrival. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'sunburst_v2',
    columns: ['origin', 'destination'],
    metric: 'count',
    adhoc_filters: [],
    row_limit: 100,
    show_labels: true,
  },
  results: [
    exampleResult({ origin: 1, destination: 1, count: 0 }, [
      ['ATL', 'LAS', 15],
      ['ATL', 'PHX', 32],
      ['DFW', 'PHX', 61],
      ['ORD', 'LAX', 81],
      ['DFW', 'LAS', 47],
      ['ORD', 'PHX', 55],
      ['ORD', 'LAS', 43],
      ['DFW', 'LAX', 71],
      ['ATL', 'LAX', 34],
    ]),
  ],
};
