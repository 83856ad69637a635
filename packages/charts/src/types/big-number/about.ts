import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'KPI',
  tags: ['Advanced-Analytics', 'Line', 'Percentages', 'Featured', 'Report', 'Trend'],
  description: 'A single number with a simple line chart of how it came about.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M16 10h5v22h-6V16l-4 2v-5zM28 16c0-4 3-7 8-7s8 3 8 7c0 5-6 8-9 11h9v5H27c0-8 10-11 10-16 0-2-1-3-2-3s-2 1-2 3v1h-5z"/><path opacity=".3" d="M8 56V48l16-4 16 3 16-8 16 2 16-9v24z"/><path d="M8 48l16-4 16 3 16-8 16 2 16-9" fill="none" stroke="currentColor" stroke-width="2"/></svg>`,
  example: () => import('./example.ts'),
};
