import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Correlation',
  tags: ['Multi-Dimensions', 'Comparison', 'Scatter', 'Trend', 'Featured'],
  description: 'Three metrics of each entity at once: along two axes, and as the size of a bubble.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M13 6h2v50h69v2H13z"/><circle cx="28" cy="44" r="4"/><circle cx="68" cy="20" r="11" opacity=".6"/><circle cx="44" cy="30" r="8" opacity=".35"/><circle cx="54" cy="46" r="5" opacity=".8"/><circle cx="78" cy="42" r="3"/><circle cx="30" cy="16" r="3" opacity=".6"/></svg>`,
  example: () => import('./example.ts'),
};
