import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'pop_kpi',
  name: 'Big Number with Time Period Comparison',
  behaviors: [],
  about: () => import('./about.ts'),
};
