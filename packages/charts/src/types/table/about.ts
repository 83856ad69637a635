import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Table',
  tags: ['Additive', 'Business', 'Pattern', 'Featured', 'Report', 'Sequential', 'Tabular'],
  description: 'Rows and columns: groups with their metrics, or records as they are.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M10 10h76v9H10z"/><path opacity=".3" d="M10 22h76v6H10zM10 40h76v6H10z"/><path opacity=".6" d="M14 32h18v3H14zM44 32h10v3H44zM66 32h14v3H66zM14 50h14v3H14zM44 50h14v3H44zM66 50h10v3H66z"/></svg>`,
  example: () => import('./example.ts'),
};
