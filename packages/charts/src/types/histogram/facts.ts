import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'histogram_v2',
  name: 'Histogram',
  behaviors: [],
  about: () => import('./about.ts'),
};
