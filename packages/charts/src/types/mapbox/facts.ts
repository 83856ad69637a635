import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'mapbox',
  name: 'MapBox',
  behaviors: [],
  about: () => import('./about.ts'),
};
