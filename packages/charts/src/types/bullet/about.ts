import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'KPI',
  tags: ['Business', 'Comparison', 'Report', 'Trend'],
  description: 'One number against ranges, targets and lines that say how good it is.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".2" d="M12 20h72v24H12z"/><path opacity=".3" d="M12 20h48v24H12z"/><path d="M12 28h38v8H12z"/><path d="M66 16h3v32h-3z"/></svg>`,
  example: () => import('./example.ts'),
};
