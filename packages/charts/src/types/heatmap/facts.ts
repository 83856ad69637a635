import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'heatmap_v2',
  name: 'Heatmap',
  behaviors: [],
  about: () => import('./about.ts'),
};
