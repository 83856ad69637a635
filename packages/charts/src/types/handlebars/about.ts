import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: null,
  tags: ['Report', 'Business', 'Transformable'],
  description:
    'A page of your own words and layout, filled with the rows of the answer by a Handlebars template.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M34 14c-7 0-9 3-9 9v4c0 3-2 5-5 5 3 0 5 2 5 5v4c0 6 2 9 9 9v-5c-3 0-4-1-4-5v-4c0-2-1-3-3-4 2-1 3-2 3-4v-4c0-4 1-5 4-5zM62 14c7 0 9 3 9 9v4c0 3 2 5 5 5-3 0-5 2-5 5v4c0 6-2 9-9 9v-5c3 0 4-1 4-5v-4c0-2 1-3 3-4-2-1-3-2-3-4v-4c0-4-1-5-4-5z"/><path opacity=".4" d="M38 24h20v4H38zM38 36h14v4H38z"/></svg>`,
  example: () => import('./example.ts'),
};
