import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Flow',
  tags: ['Circular', 'Legacy', 'Proportional', 'Relational'],
  description: 'What goes to and fro between groups, as bands across a circle.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="none" stroke="currentColor"><g stroke-width="5"><path d="M50 8a24 24 0 0 1 20 14"/><path opacity=".7" d="M72 28a24 24 0 0 1-16 27"/><path opacity=".5" d="M50 56a24 24 0 0 1-24-14"/><path opacity=".35" d="M24 36A24 24 0 0 1 45 8"/></g><g fill="currentColor" stroke="none"><path opacity=".3" d="M53 12a20 20 0 0 1 12 9c-10 8-16 18-20 30a20 20 0 0 1-9-4c7-8 14-18 17-35z"/><path opacity=".18" d="M29 30a20 20 0 0 1 4-10c10 8 22 14 35 16a20 20 0 0 1-5 9c-12-6-24-11-34-15z"/></g></svg>`,
  example: () => import('./example.ts'),
};
