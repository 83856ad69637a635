import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'big_number',
  name: 'Big Number with Trendline',
  behaviors: ['DRILL_TO_DETAIL'],
  about: () => import('./about.ts'),
};
