import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'deck_path',
  name: 'deck.gl Path',
  behaviors: ['INTERACTIVE_CHART'],
  about: () => import('./about.ts'),
};
