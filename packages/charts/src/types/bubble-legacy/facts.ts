import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'bubble',
  name: 'Bubble Chart (legacy)',
  behaviors: [],
  about: () => import('./about.ts'),
};
