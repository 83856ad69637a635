import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'word_cloud',
  name: 'Word Cloud',
  behaviors: [],
  about: () => import('./about.ts'),
};
