import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'deck_scatter',
  name: 'deck.gl Scatterplot',
  behaviors: ['INTERACTIVE_CHART'],
  about: () => import('./about.ts'),
};
