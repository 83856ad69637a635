import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'big_number_total',
  name: 'Big Number',
  behaviors: ['DRILL_TO_DETAIL'],
  about: () => import('./about.ts'),
};
