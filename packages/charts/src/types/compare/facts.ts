import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'compare',
  name: 'Time-series Percent Change',
  behaviors: [],
  about: () => import('./about.ts'),
};
