import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'deck_multi',
  name: 'deck.gl Multiple Layers',
  behaviors: [],
  about: () => import('./about.ts'),
};
