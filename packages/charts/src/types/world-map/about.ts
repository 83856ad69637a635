import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Map',
  tags: [
    '2D',
    'Comparison',
    'Intensity',
    'Multi-Dimensions',
    'Multi-Layers',
    'Multi-Variables',
    'Scatter',
    'Featured',
  ],
  description:
    'A metric of each country as its colour on a map of the world, and a second one as a bubble on it.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".45" d="M10 18l8-5 14-1 6 4-5 5-6 2-3 6-5 1-5-6zM26 34l7 1 4 5-3 7-4 7-3-1-2-9-2-6z"/><path opacity=".85" d="M44 33l5-4 8 1 4 6-4 5-1 8-4 3-3-9-5-4zM46 22l3-6 6-2 3 4-3 5-5 2z"/><path opacity=".6" d="M59 17l9-5 14 1 5 5-5 4-3 7-5 1-2 5-3-5-6-3-4-5z"/><path opacity=".35" d="M75 44l7-2 5 4-3 5-7-1z"/><circle cx="52" cy="36" r="5" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="74" cy="22" r="7" fill="none" stroke="currentColor" stroke-width="2"/></svg>`,
  example: () => import('./example.ts'),
};
