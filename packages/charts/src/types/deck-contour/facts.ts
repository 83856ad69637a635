import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'deck_contour',
  name: 'deck.gl Contour',
  behaviors: ['INTERACTIVE_CHART'],
  about: () => import('./about.ts'),
};
