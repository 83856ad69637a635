import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Flow',
  tags: ['Circular', 'Comparison', 'Directional', 'Relational', 'Structural', 'Transformable'],
  description: 'Who is connected with whom, as a network of nodes and links.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><g fill="none" stroke="currentColor" stroke-width="2" opacity=".35"><path d="M48 32 22 16M48 32l28-18M48 32 24 50M48 32l26 17M22 16 24 50M76 14l-2 35"/></g><circle cx="48" cy="32" r="9"/><circle opacity=".7" cx="22" cy="16" r="6"/><circle opacity=".6" cx="76" cy="14" r="5"/><circle opacity=".5" cx="24" cy="50" r="5"/><circle opacity=".8" cx="74" cy="49" r="7"/></svg>`,
  example: () => import('./example.ts'),
};
