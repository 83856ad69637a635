import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Distribution',
  tags: ['Range', 'Statistical', 'Featured'],
  description:
    'How a metric is spread within each group: its middle, its quarters, its ends and what lies beyond.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M25 8h2v10h-2zM25 46h2v10h-2zM47 14h2v12h-2zM47 44h2v8h-2zM69 6h2v8h-2zM69 40h2v12h-2z"/><path opacity=".6" d="M18 18h16v13H18zM40 26h16v7H40zM62 14h16v16H62z"/><path opacity=".35" d="M18 33h16v13H18zM40 35h16v9H40zM62 32h16v8H62z"/><circle cx="48" cy="8" r="2"/></svg>`,
  example: () => import('./example.ts'),
};
