import type { ChartExample } from '../../chart-type.ts';
import { pricesOverTime } from '../prices-over-time.ts';

/** Whether prices of shares differ from those of the first company by more than chance. */
export const example: ChartExample = {
  form: { ...pricesOverTime.form, viz_type: 'paired_ttest' },
  results: pricesOverTime.results,
};
