import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'cal_heatmap',
  name: 'Calendar Heatmap',
  behaviors: [],
  about: () => import('./about.ts'),
};
