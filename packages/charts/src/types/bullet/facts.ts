import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'bullet',
  name: 'Bullet Chart',
  behaviors: [],
  about: () => import('./about.ts'),
};
