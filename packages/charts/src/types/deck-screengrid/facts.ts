import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'deck_screengrid',
  name: 'deck.gl Screen Grid',
  behaviors: ['INTERACTIVE_CHART'],
  about: () => import('./about.ts'),
};
