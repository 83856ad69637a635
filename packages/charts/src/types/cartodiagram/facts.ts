import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'cartodiagram',
  name: 'Cartodiagram',
  behaviors: [],
  about: () => import('./about.ts'),
};
