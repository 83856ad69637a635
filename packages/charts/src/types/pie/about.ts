import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Part of a Whole',
  tags: ['Categorical', 'Comparison', 'Featured', 'Percentages', 'Proportional'],
  description: 'Shares of a whole by category, as a pie, a donut or a rose.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M48 32V8a24 24 0 0 1 22.8 31.4z"/><path opacity=".6" d="M48 32l22.8 7.4A24 24 0 0 1 28.6 46.1z"/><path opacity=".3" d="M48 32L28.6 46.1A24 24 0 0 1 48 8z"/></svg>`,
  example: () => import('./example.ts'),
};
