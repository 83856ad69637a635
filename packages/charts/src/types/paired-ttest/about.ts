import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Correlation',
  tags: ['Legacy', 'Statistical', 'Tabular'],
  description:
    'Compares groups over time with one of them, and says whether they differ by more than chance.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M10 10h76v8H10z"/><path opacity=".3" d="M10 22h76v9H10z"/><path opacity=".6" d="M14 25h16v3H14zM40 25h18v3H40zM68 25h12v3H68zM14 36h20v3H14zM40 36h18v3H40zM14 46h14v3H14zM40 46h18v3H40z"/><path d="M68 36l4 4 8-8v4l-8 8-4-4z"/><path opacity=".4" d="M68 47h12v3H68z"/></svg>`,
  example: () => import('./example.ts'),
};
