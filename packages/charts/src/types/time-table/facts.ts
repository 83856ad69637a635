import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'time_table',
  name: 'Time-series Table',
  behaviors: [],
  about: () => import('./about.ts'),
};
