import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Distribution',
  tags: ['Comparison', 'Density', 'Intensity', 'Pattern', 'Range'],
  description: 'How many rows fall into each range of a number, alone or by group.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M14 44h13v12H14zM56 28h13v28H56zM70 46h13v10H70z" opacity=".6"/><path d="M28 24h13v32H28zM42 10h13v46H42z"/></svg>`,
  example: () => import('./example.ts'),
};
