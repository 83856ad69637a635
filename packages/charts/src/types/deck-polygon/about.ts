import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Map',
  tags: ['deckGL', '3D', 'Multi-Dimensions', 'Geo'],
  description: 'Areas on a map, coloured and raised by metrics, from a column that holds their outlines.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor" stroke="currentColor"><path opacity=".15" d="M8 50l10-30 22-8 20 6 28-4-4 30-22 8-28-6z"/><path opacity=".8" d="M24 24l14-6 10 8-4 12-16 2z"/><path opacity=".5" d="M48 26l14-8 14 6-4 14-16 4z"/><path opacity=".35" d="M28 42l16-3 10 6-6 9-18-3z"/></svg>`,
  example: () => import('./example.ts'),
};
