import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Evolution',
  tags: ['Advanced-Analytics', 'Predictive', 'Scatter', 'Time', 'Transformable'],
  description: 'Single measurements as points along an axis.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><circle cx="16" cy="46" r="4"/><circle cx="30" cy="34" r="4"/><circle cx="42" cy="42" r="4" opacity=".4"/><circle cx="54" cy="24" r="4"/><circle cx="66" cy="30" r="4" opacity=".4"/><circle cx="80" cy="14" r="4"/></svg>`,
  example: () => import('./example.ts'),
};
