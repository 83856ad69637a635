import type { ChartExample } from '../../chart-type.ts';
import { example as tableExample } from '../table/example.ts';

/** Flights and their delay by airport, with totals. */
export const example: ChartExample = {
  form: { ...tableExample.form, viz_type: 'ag-grid-table' },
  results: tableExample.results,
};
