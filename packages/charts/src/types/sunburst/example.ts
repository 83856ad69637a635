import type { ChartExample } from '../../chart-type.ts';
import { example as treemap } from '../treemap/example.ts';

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
  results: treemap.results,
};
