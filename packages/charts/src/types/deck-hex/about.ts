import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Map',
  tags: ['deckGL', '3D', 'Geo', 'Comparison', 'Intensity', 'Density'],
  description: 'A grid of hexagons over a map, coloured and raised by what lies in each.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".9" d="M48 10l9 5v10l-9 5-9-5V15z"/><path opacity=".6" d="M37 29l9 5v10l-9 5-9-5V34z"/><path opacity=".4" d="M59 29l9 5v10l-9 5-9-5V34z"/><path opacity=".3" d="M26 10l9 5v10l-9 5-9-5V15z"/></svg>`,
  example: () => import('./example.ts'),
};
