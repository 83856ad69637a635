import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'deck_hex',
  name: 'deck.gl 3D Hexagon',
  behaviors: ['INTERACTIVE_CHART'],
  about: () => import('./about.ts'),
};
