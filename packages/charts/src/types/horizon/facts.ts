import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'horizon',
  name: 'Horizon Chart',
  behaviors: [],
  about: () => import('./about.ts'),
};
