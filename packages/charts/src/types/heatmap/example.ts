import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Flights between six airports. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'heatmap_v2',
    x_axis: 'origin',
    groupby: ['destination'],
    metric: 'count',
    adhoc_filters: [],
    row_limit: 1000,
    show_values: true,
  },
  results: [
    exampleResult({ origin: 1, destination: 1, count: 0, rank: 0 }, [
      ['ATL', 'LAS', 15, 0.125],
      ['ATL', 'PHX', 32, 0.25],
      ['DFW', 'PHX', 61, 0.75],
      ['ORD', 'LAX', 81, 1],
      ['DFW', 'LAS', 47, 0.5],
      ['ORD', 'PHX', 55, 0.625],
      ['ORD', 'LAS', 43, 0.375],
      ['DFW', 'LAX', 71, 0.875],
    ]),
  ],
};
