import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'KPI',
  tags: ['Comparison', 'Business', 'Percentages', 'Report', 'Advanced-Analytics'],
  description: 'A single number beside the one of another time, and how much it has changed.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M31 10h6v28h-7V18l-6 3v-6zM48 19c0-6 4-9 10-9s10 4 10 9c0 8-8 11-12 12h12v7H47c0-11 13-11 13-18 0-3-1-4-3-4s-3 1-3 4v1h-6z"/><path opacity=".6" d="M16 48h18v8H16z"/><path opacity=".4" d="M39 48h18v8H39z"/><path opacity=".25" d="M62 48h18v8H62z"/></svg>`,
  example: () => import('./example.ts'),
};
