import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'KPI',
  tags: ['Additive', 'Business', 'Percentages', 'Featured', 'Report'],
  description: 'A single number, for the one figure that matters most.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M22 16h6v32h-7V24l-6 3v-6zM38 24c0-6 4-9 10-9s10 4 10 9c0 8-8 11-12 17h12v7H37c0-11 13-16 13-23 0-3-1-4-3-4s-3 1-3 4v2h-6zM66 24c0-6 4-9 9-9 6 0 9 4 9 9 0 4-2 6-4 7 3 1 5 4 5 8 0 6-4 10-10 10s-10-4-10-10h7c0 3 1 4 3 4s3-2 3-4-1-4-5-4v-6c3 0 5-1 5-4 0-2-1-3-2-3-2 0-3 1-3 2z"/></svg>`,
  example: () => import('./example.ts'),
};
