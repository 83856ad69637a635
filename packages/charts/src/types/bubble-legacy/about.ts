import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Correlation',
  tags: ['Multi-Dimensions', 'Comparison', 'Legacy', 'Scatter', 'Time', 'Trend'],
  description: 'Three metrics of each entity at once, as older charts have it. The Bubble Chart can do more.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M13 6h2v50h69v2H13z"/><circle cx="30" cy="42" r="6" opacity=".6"/><circle cx="66" cy="22" r="9"/><circle cx="46" cy="24" r="4" opacity=".35"/><circle cx="52" cy="44" r="7" opacity=".8"/><circle cx="76" cy="46" r="3"/></svg>`,
  example: () => import('./example.ts'),
};
