import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Ranking',
  tags: ['Advanced-Analytics', 'Circular', 'Legacy', 'Pattern', 'Time', 'Trend', 'Multi-Layers'],
  description: 'How series go on in time, as wedges round a centre, one for each moment.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M48 32V10a22 22 0 0 1 19 11z"/><path opacity=".75" d="M48 32l15-9a17 17 0 0 1 0 18z"/><path opacity=".5" d="M48 32l24 14a28 28 0 0 1-24 14z"/><path opacity=".35" d="M48 32v18a18 18 0 0 1-16-9z"/><path opacity=".25" d="M48 32l-24 14a28 28 0 0 1 0-28z"/><path opacity=".6" d="M48 32l-11-7A13 13 0 0 1 48 19z"/></svg>`,
  example: () => import('./example.ts'),
};
