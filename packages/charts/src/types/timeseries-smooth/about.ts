import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Evolution',
  tags: ['Advanced-Analytics', 'Line', 'Predictive', 'Time', 'Transformable'],
  description: 'A line without corners, for values that change gradually.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M8 46c14-30 22 20 36 0S70 6 88 20" fill="none" stroke="currentColor" stroke-width="3"/><path opacity=".4" d="M8 56c16-16 30 6 44-8s24-10 36-8" fill="none" stroke="currentColor" stroke-width="3"/></svg>`,
  example: () => import('./example.ts'),
};
