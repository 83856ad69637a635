import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'bubble_v2',
  name: 'Bubble Chart',
  behaviors: [],
  about: () => import('./about.ts'),
};
