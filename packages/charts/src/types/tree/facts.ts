import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'tree_chart',
  name: 'Tree Chart',
  behaviors: [],
  about: () => import('./about.ts'),
};
