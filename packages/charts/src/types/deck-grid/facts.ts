import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'deck_grid',
  name: 'deck.gl Grid',
  behaviors: ['INTERACTIVE_CHART'],
  about: () => import('./about.ts'),
};
