import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Flights by airport of departure. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'funnel',
    groupby: ['origin'],
    metric: 'count',
    adhoc_filters: [],
    row_limit: 10,
    label_type: 5,
  },
  results: [
    exampleResult({ origin: 1, count: 0 }, [
      ['ORD', 3257],
      ['DFW', 3097],
      ['ATL', 2521],
      ['PHX', 1889],
      ['LAS', 1342],
    ]),
  ],
};
