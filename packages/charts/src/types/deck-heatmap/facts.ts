import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'deck_heatmap',
  name: 'deck.gl Heatmap',
  behaviors: ['INTERACTIVE_CHART'],
  about: () => import('./about.ts'),
};
