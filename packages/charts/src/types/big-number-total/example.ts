import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** All flights of the example data. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'big_number_total',
    metric: 'count',
    adhoc_filters: [],
    subtitle: 'flights',
  },
  results: [exampleResult({ count: 0 }, [[60000]])],
};
