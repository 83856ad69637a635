import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Two ways through Europe. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'deck_path',
    line_column: 'way',
    line_type: 'json',
    line_width: 3,
    js_columns: ['name'],
    adhoc_filters: [],
    row_limit: 1000,
  },
  results: [
    exampleResult({ name: 1, way: 1 }, [
      ['Paris – Venice', '[[2.35,48.86],[4.83,45.76],[7.69,45.07],[9.19,45.46],[12.33,45.44]]'],
      ['Hamburg – Rome', '[[9.99,53.55],[11.58,48.14],[11.39,47.26],[11.25,43.77],[12.5,41.9]]'],
    ]),
  ],
};
