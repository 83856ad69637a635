import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Map',
  tags: ['deckGL', 'Web'],
  description: 'Lines on a map, such as ways and networks, from a column that holds their points.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="none" stroke="currentColor" stroke-width="2"><path fill="currentColor" stroke="none" opacity=".15" d="M8 50l10-30 22-8 20 6 28-4-4 30-22 8-28-6z"/><path d="M14 46l12-8 6-14 14 4 8-10 16 8 14-6"/><path opacity=".5" d="M24 52l10-10 14 2 10-8 20 4"/></svg>`,
  example: () => import('./example.ts'),
};
