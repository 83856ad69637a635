import type { ChartTypeFacts } from '../../chart-type.ts';

export const facts: ChartTypeFacts = {
  key: 'handlebars',
  name: 'Handlebars',
  behaviors: [],
  about: () => import('./about.ts'),
};
