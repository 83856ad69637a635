import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Evolution',
  tags: ['Legacy', 'Time'],
  description: 'The course of a metric in each week, day or year, all laid over the latest one.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="none" stroke="currentColor"><path stroke-width="2" opacity=".2" d="M10 50l15-14 15 6 15-18 15 8 16-10"/><path stroke-width="2" opacity=".4" d="M10 46l15-10 15 4 15-16 15 6 16-12"/><path stroke-width="3" d="M10 40l15-12 15 6 15-18 15 8 16-10"/></svg>`,
  example: () => import('./example.ts'),
};
