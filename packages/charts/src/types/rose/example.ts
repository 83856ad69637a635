import type { ChartExample } from '../../chart-type.ts';
import { pricesOverTime } from '../prices-over-time.ts';

/** Monthly share prices of three companies. */
export const example: ChartExample = {
  form: { ...pricesOverTime.form, viz_type: 'rose' },
  results: pricesOverTime.results,
};
