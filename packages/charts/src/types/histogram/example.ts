import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Delays of flights by airport of departure. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'histogram_v2',
    column: 'delay',
    groupby: ['origin'],
    bins: 5,
    adhoc_filters: [],
    row_limit: 10000,
    x_axis_title: 'Minutes',
    y_axis_title: 'Flights',
  },
  results: [
    exampleResult(
      {
        origin: 1,
        '-56.0 - -9.799999999999997': 0,
        '-9.799999999999997 - 36.400000000000006': 0,
        '36.400000000000006 - 82.60000000000002': 0,
        '82.60000000000002 - 128.8': 0,
        '128.8 - 175.0': 0,
      },
      [
        ['ATL', 61, 201, 22, 6, 3],
        ['DFW', 83, 233, 24, 5, 4],
        ['ORD', 71, 243, 32, 7, 5],
      ],
    ),
  ],
};
