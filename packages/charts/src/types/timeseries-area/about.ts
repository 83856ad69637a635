import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Evolution',
  tags: ['Advanced-Analytics', 'Line', 'Predictive', 'Stacked', 'Time', 'Transformable'],
  description: 'Amounts along an axis with their weight made visible, often stacked.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".5" d="M8 46l18-14 16 8 20-22 26-8v50H8z"/><path d="M8 54l18-6 16 2 20-12 26-4v26H8z"/></svg>`,
  example: () => import('./example.ts'),
};
