import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Part of a Whole',
  tags: ['Categorical', 'Comparison', 'Multi-Levels', 'Percentages', 'Proportional', 'Featured'],
  description: 'Shares of a whole by nested categories, as rectangles within rectangles.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M12 8h38v28H12z"/><path opacity=".6" d="M52 8h32v17H52zM12 38h22v18H12z"/><path opacity=".4" d="M52 27h17v29H52z"/><path opacity=".25" d="M36 38h14v18H36zM71 27h13v13H71zM71 42h13v14H71z"/></svg>`,
  example: () => import('./example.ts'),
};
