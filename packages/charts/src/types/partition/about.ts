import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Part of a Whole',
  tags: ['Categorical', 'Comparison', 'Legacy', 'Proportional'],
  description: 'Shares of a whole by nested categories, level by level from left to right.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M12 8h22v48H12z"/><path opacity=".7" d="M36 8h23v24H36z"/><path opacity=".5" d="M36 34h23v14H36z"/><path opacity=".35" d="M36 50h23v6H36z"/><path opacity=".6" d="M61 8h23v14H61z"/><path opacity=".4" d="M61 24h23v8H61zM61 34h23v9H61z"/><path opacity=".25" d="M61 45h23v3H61zM61 50h23v6H61z"/></svg>`,
  example: () => import('./example.ts'),
};
