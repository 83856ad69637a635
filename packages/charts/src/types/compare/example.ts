import type { ChartExample } from '../../chart-type.ts';
import { pricesOverTime } from '../prices-over-time.ts';

/** How prices of shares have changed since the first month. */
export const example: ChartExample = {
  form: { ...pricesOverTime.form, viz_type: 'compare' },
  results: pricesOverTime.results,
};
