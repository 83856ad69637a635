import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Evolution',
  tags: ['Advanced-Analytics', 'Line', 'Predictive', 'Time', 'Transformable'],
  description: 'Any mark along a time or category axis: lines, bars, points or areas.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M8 50l16-18 14 8 18-24 14 12 18-20" fill="none" stroke="currentColor" stroke-width="3"/><path opacity=".4" d="M12 54h8v6h-8zM30 46h8v14h-8zM48 38h8v22h-8zM66 44h8v16h-8z"/></svg>`,
  example: () => import('./example.ts'),
};
