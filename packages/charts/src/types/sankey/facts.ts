import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'sankey_v2',
  name: 'Sankey Chart',
  behaviors: [],
  about: () => import('./about.ts'),
};
