import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Map',
  tags: ['deckGL', '2D'],
  description: 'Points, lines and areas on a map, from a column that holds GeoJSON.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor" stroke="currentColor" stroke-width="2"><path stroke="none" opacity=".15" d="M8 50l10-30 22-8 20 6 28-4-4 30-22 8-28-6z"/><path opacity=".6" stroke="none" d="M22 28l16-10 12 8-6 14-18 2z"/><path fill="none" d="M46 48l12-10 10 4 12-14"/><circle stroke="none" cx="62" cy="24" r="3.5"/><circle stroke="none" cx="74" cy="40" r="3.5"/></svg>`,
  example: () => import('./example.ts'),
};
