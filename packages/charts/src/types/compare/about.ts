import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Evolution',
  tags: ['Legacy', 'Time', 'Comparison', 'Percentages', 'Trend'],
  description: 'How much series have changed since a moment that can be moved along their course.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="none" stroke="currentColor"><path opacity=".3" d="M10 34h76"/><path stroke-dasharray="3 2" opacity=".6" d="M34 8v48"/><path stroke-width="3" d="M10 46l12-6 12-6 14-10 14 4 12-8 12-4"/><path stroke-width="3" opacity=".5" d="M10 26l12 6 12 2 14 8 14-2 12 6 12 2"/></svg>`,
  example: () => import('./example.ts'),
};
