import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Part of a Whole',
  tags: ['Categorical', 'Multi-Levels', 'Proportional', 'Featured'],
  description: 'Shares of a whole by nested categories, as rings around each other.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="none" stroke="currentColor"><g stroke-width="9"><path d="M48 19a13 13 0 0 1 11.3 19.5"/><path opacity=".6" d="M58.6 39.5A13 13 0 0 1 35 32"/><path opacity=".35" d="M35 30.8A13 13 0 0 1 46.8 19"/></g><g stroke-width="8"><path opacity=".8" d="M48 9a23 23 0 0 1 23 23"/><path opacity=".55" d="M70.9 33.5a23 23 0 0 1-3.5 10.6"/><path opacity=".4" d="M66.6 45.4A23 23 0 0 1 48 55"/><path opacity=".3" d="M46.5 55A23 23 0 0 1 25 33"/><path opacity=".2" d="M25 31.5A23 23 0 0 1 46.5 9"/></g></svg>`,
  example: () => import('./example.ts'),
};
