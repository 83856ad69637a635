import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** How far flights from three airports go, by destination. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'box_plot',
    columns: ['destination'],
    groupby: ['origin'],
    metrics: ['delay'],
    adhoc_filters: [],
    row_limit: 10000,
    whiskerOptions: 'Tukey',
    y_axis_title: 'Minutes late',
  },
  results: [
    exampleResult(
      {
        origin: 1,
        delay__mean: 0,
        delay__median: 0,
        delay__max: 0,
        delay__min: 0,
        delay__q1: 0,
        delay__q3: 0,
        delay__count: 0,
        delay__outliers: 1,
      },
      [
        ['ATL', 15, 14.9, 24.8, 3.4, 11.1, 18.8, 41, [39, 42]],
        ['DFW', 8.9, 7.2, 15.9, 0.8, 5.5, 11.5, 38, []],
        ['ORD', 15.6, 12.6, 33, 5.2, 9.9, 20.8, 44, [-9]],
      ],
    ),
  ],
};
