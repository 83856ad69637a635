import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'KPI',
  tags: ['Business', 'Comparison', 'Percentages', 'Progressive', 'Report', 'Sequential', 'Trend', 'Featured'],
  description: 'How much is left at each stage of a process, from the first to the last.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M14 8h68l-9 12H23z"/><path opacity=".6" d="M24 22h48l-8 11H32z"/><path opacity=".35" d="M33 35h30l-5 9H38z"/><path opacity=".2" d="M39 46h18l-6 10h-6z"/></svg>`,
  example: () => import('./example.ts'),
};
