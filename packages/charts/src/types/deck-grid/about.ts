import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Map',
  tags: ['deckGL', '3D', 'Comparison', 'Geo', 'Density'],
  description: 'A grid of squares over a map, coloured and raised by what lies in each.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".3" d="M24 12h14v14H24z"/><path opacity=".9" d="M40 12h14v14H40z"/><path opacity=".6" d="M56 12h14v14H56z"/><path opacity=".7" d="M24 28h14v14H24z"/><path opacity=".45" d="M40 28h14v14H40z"/><path opacity=".25" d="M56 28h14v14H56zM40 44h14v12H40z"/></svg>`,
  example: () => import('./example.ts'),
};
