import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'time_pivot',
  name: 'Time-series Period Pivot',
  behaviors: [],
  about: () => import('./about.ts'),
};
