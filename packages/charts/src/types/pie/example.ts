import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Flights by airport of departure. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'pie',
    groupby: ['origin'],
    metric: 'count',
    adhoc_filters: [],
    row_limit: 100,
    label_type: 'key_percent',
  },
  results: [
    exampleResult({ origin: 1, count: 0, count__contribution: 0 }, [
      ['ORD', 3257, 0.269],
      ['DFW', 3097, 0.256],
      ['ATL', 2521, 0.208],
      ['PHX', 1889, 0.156],
      ['LAS', 1342, 0.111],
    ]),
  ],
};
