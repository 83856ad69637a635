import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Evolution',
  tags: ['Categorical', 'Comparison', 'Featured'],
  description: 'How gains and losses add up to a total, step by step.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".6" d="M12 34h12v22H12zM26 18h12v16H26z"/><path opacity=".3" d="M40 18h12v10H40zM54 28h12v12H54z"/><path d="M70 24h14v32H70z"/></svg>`,
  example: () => import('./example.ts'),
};
