import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'deck_geojson',
  name: 'deck.gl Geojson',
  behaviors: ['INTERACTIVE_CHART'],
  about: () => import('./about.ts'),
};
