import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'paired_ttest',
  name: 'Paired t-test Table',
  behaviors: [],
  about: () => import('./about.ts'),
};
