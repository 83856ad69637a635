import type { ChartExample } from '../../chart-type.ts';
import { example as bubbles } from '../bubble/example.ts';

/** Budget, takings and votes of films. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'bubble',
    series: 'genre',
    entity: 'title',
    x: 'budget',
    y: 'takings',
    size: 'votes',
    adhoc_filters: [],
    limit: 100,
    x_axis_label: 'Budget',
    y_axis_label: 'Takings',
  },
  results: bubbles.results,
};
