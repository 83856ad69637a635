import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Table',
  tags: ['Additive', 'Report', 'Tabular', 'Featured'],
  description: 'Metrics by dimensions on rows and columns, with totals and subtotals.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M10 10h20v9H10z" opacity=".3"/><path d="M33 10h53v9H33zM10 22h20v32H10z"/><path opacity=".3" d="M33 22h16v9H33zM52 22h16v9H52zM71 22h15v9H71zM33 34h16v9H33zM52 34h16v9H52zM71 34h15v9H71zM33 46h16v8H33zM52 46h16v8H52zM71 46h15v8H71z"/></svg>`,
  example: () => import('./example.ts'),
};
