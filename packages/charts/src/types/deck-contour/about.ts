import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Map',
  tags: ['deckGL', 'Spatial', 'Comparison', 'Experimental'],
  description: 'Lines and bands on a map where what is counted has the same value.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="none" stroke="currentColor" stroke-width="2"><path fill="currentColor" stroke="none" opacity=".15" d="M8 50l10-30 22-8 20 6 28-4-4 30-22 8-28-6z"/><path d="M22 34c0-14 22-20 34-14s22 10 16 20-22 10-32 8-18-4-18-14z"/><path opacity=".7" d="M30 34c0-8 14-12 22-8s14 6 10 12-16 6-20 5-12-2-12-9z"/><path fill="currentColor" opacity=".5" d="M40 33c0-4 6-5 10-3s6 3 4 6-14 3-14-3z"/></svg>`,
  example: () => import('./example.ts'),
};
