import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Map',
  tags: ['2D', 'Comparison', 'Geo', 'Range', 'Report', 'Stacked'],
  description: 'A metric of each region of one country as its colour.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor" stroke="currentColor" stroke-width=".5"><path opacity=".3" d="M16 14l17-3 2 15-15 5z"/><path opacity=".75" d="M34 11l19-2 2 16-19 1z"/><path opacity=".45" d="M54 9l25 3 2 10-25 3z"/><path opacity=".6" d="M20 32l15-5 3 17-12 6z"/><path opacity="1" d="M36 27l20-1 1 18-18 0z"/><path opacity=".25" d="M57 26l23-3-6 20-16 1z"/><path opacity=".5" d="M27 51l12-6 18 0 0 10-16 2z"/></svg>`,
  example: () => import('./example.ts'),
};
