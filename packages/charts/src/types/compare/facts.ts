import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'compare',
  name: 'Time-series Percent Change',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  about: () => import('./about.ts'),
};
