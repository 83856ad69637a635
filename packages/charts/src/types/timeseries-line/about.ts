import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Evolution',
  tags: ['Advanced-Analytics', 'Featured', 'Line', 'Popular', 'Predictive', 'Time'],
  description: 'How values change along a time or category axis.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M8 48l18-16 16 10 20-26 12 10 14-14" fill="none" stroke="currentColor" stroke-width="3"/><path opacity=".4" d="M8 56l18-6 16 2 20-14 12 4 14-8" fill="none" stroke="currentColor" stroke-width="3"/></svg>`,
  example: () => import('./example.ts'),
};
