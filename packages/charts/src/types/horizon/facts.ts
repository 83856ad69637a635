import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'horizon',
  name: 'Horizon Chart',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  about: () => import('./about.ts'),
};
