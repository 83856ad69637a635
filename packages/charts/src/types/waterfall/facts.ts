import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'waterfall',
  name: 'Waterfall Chart',
  behaviors: [],
  about: () => import('./about.ts'),
};
