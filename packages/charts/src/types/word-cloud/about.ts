import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Ranking',
  tags: ['Categorical', 'Comparison', 'Density', 'Single Metric', 'Popular'],
  description: 'Words as large as how often, or how much, they count.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor" font-family="sans-serif" font-weight="600"><text x="14" y="40" font-size="24">many</text><text x="28" y="16" font-size="11" opacity=".6">some</text><text x="58" y="57" font-size="13" opacity=".75">more</text><text x="14" y="55" font-size="9" opacity=".45">a few</text><text transform="translate(90 44) rotate(-90)" font-size="12" opacity=".55">words</text></svg>`,
  example: () => import('./example.ts'),
};
