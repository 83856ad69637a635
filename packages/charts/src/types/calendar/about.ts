import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Correlation',
  tags: ['Business', 'Comparison', 'Intensity', 'Pattern', 'Report', 'Trend'],
  description: 'How strong a metric is in each hour, day or month, as coloured cells of a calendar.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M14 22h8v8h-8zM34 12h8v8h-8zM44 32h8v8h-8zM64 22h8v8h-8zM74 42h8v8h-8z"/><path opacity=".6" d="M14 12h8v8h-8zM24 32h8v8h-8zM34 42h8v8h-8zM64 12h8v8h-8zM54 32h8v8h-8z"/><path opacity=".3" d="M24 12h8v8h-8zM14 32h8v8h-8zM14 42h8v8h-8zM24 22h8v8h-8zM34 22h8v8h-8zM34 32h8v8h-8zM24 42h8v8h-8zM54 42h8v8h-8zM64 32h8v8h-8zM74 12h8v8h-8zM74 22h8v8h-8zM74 32h8v8h-8zM64 42h8v8h-8z"/></svg>`,
  example: () => import('./example.ts'),
};
