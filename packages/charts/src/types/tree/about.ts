import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Part of a Whole',
  tags: ['Categorical', 'Multi-Levels', 'Relational', 'Structural', 'Featured'],
  description: 'Who belongs to whom, as a tree from its root to its leaves.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="none" stroke="currentColor" stroke-width="2"><path opacity=".4" d="M20 32c14 0 10-16 24-16M20 32c14 0 10 16 24 16M44 16c14 0 12-7 26-7M44 16c14 0 12 7 26 7M44 48c14 0 12-7 26-7M44 48c14 0 12 7 26 7"/><g fill="currentColor" stroke="none"><circle cx="18" cy="32" r="5"/><circle opacity=".8" cx="45" cy="16" r="4"/><circle opacity=".8" cx="45" cy="48" r="4"/><circle opacity=".55" cx="73" cy="9" r="3.5"/><circle opacity=".55" cx="73" cy="23" r="3.5"/><circle opacity=".55" cx="73" cy="41" r="3.5"/><circle opacity=".55" cx="73" cy="55" r="3.5"/></g></svg>`,
  example: () => import('./example.ts'),
};
