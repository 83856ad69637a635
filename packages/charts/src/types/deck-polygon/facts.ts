import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'deck_polygon',
  name: 'deck.gl Polygon',
  behaviors: ['INTERACTIVE_CHART'],
  about: () => import('./about.ts'),
};
