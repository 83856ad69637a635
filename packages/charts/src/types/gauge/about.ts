import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'KPI',
  tags: ['Business', 'Multi-Variables', 'Report', 'Featured'],
  description: 'How far a metric has come, as a dial with one pointer for each row.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M20 52a28 28 0 0 1 36.6-36.7l-3 7.4A20 20 0 0 0 27.5 48.5z"/><path opacity=".3" d="M56.6 15.3A28 28 0 0 1 74 52l-7.5-3.5A20 20 0 0 0 53.6 22.7z"/><path opacity=".6" d="M60 28l-9.500 16.500a4 4 0 1 1-5.700-4.500z"/></svg>`,
  example: () => import('./example.ts'),
};
