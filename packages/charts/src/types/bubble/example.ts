import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Budget, takings and votes of films. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'bubble_v2',
    series: 'genre',
    entity: 'title',
    x: 'budget',
    y: 'takings',
    size: 'votes',
    adhoc_filters: [],
    row_limit: 100,
    x_axis_label: 'Budget',
    y_axis_label: 'Takings',
  },
  results: [
    exampleResult({ title: 1, genre: 1, budget: 0, takings: 0, votes: 0 }, [
      ['Avatar', 'Action', 237000000, 760167650, 261439],
      ['King Kong', 'Adventure', 207000000, 218080025, 132720],
      ['Quantum of Solace', 'Action', 230000000, 169368427, 93596],
      ['Up', 'Comedy', 175000000, 293004164, 110491],
      ['Robin Hood', 'Action', 210000000, 105269730, 34501],
    ]),
  ],
};
