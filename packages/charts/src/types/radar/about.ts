import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Ranking',
  tags: ['Business', 'Comparison', 'Multi-Variables', 'Report', 'Web', 'Featured'],
  description: 'Several metrics of each group side by side, on axes that leave one centre.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="none" stroke="currentColor"><path opacity=".4" d="M48 6l24.7 18-9.4 29H32.7l-9.4-29zM48 19l12.4 9-4.8 14.5H40.4L35.6 28zM48 32V6M48 32l24.7-8M48 32l15.3 21M48 32L32.7 53M48 32l-24.7-8"/><path fill="currentColor" fill-opacity=".25" stroke-width="2" d="M48 12l20 13.5-10 20.3-13-9.6-14-9.7z"/><path opacity=".6" stroke-width="2" d="M48 22l9 7 4 21-20-8-15-17z"/></svg>`,
  example: () => import('./example.ts'),
};
