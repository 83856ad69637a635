import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Ranking',
  tags: ['Coordinates', 'Directional', 'Legacy', 'Relational'],
  description: 'Many measures of many things, each thing as a line across the axes of all measures.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="none" stroke="currentColor"><path stroke-width="2" opacity=".5" d="M16 8v48M38 8v48M60 8v48M82 8v48"/><path stroke-width="2.5" d="M16 16 38 40 60 20 82 30"/><path stroke-width="2.5" opacity=".6" d="M16 44 38 18 60 34 82 12"/><path stroke-width="2.5" opacity=".35" d="M16 30 38 50 60 48 82 50"/></svg>`,
  example: () => import('./example.ts'),
};
