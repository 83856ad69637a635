import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'country_map',
  name: 'Country Map',
  behaviors: [],
  about: () => import('./about.ts'),
};
