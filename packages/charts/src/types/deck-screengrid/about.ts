import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Map',
  tags: ['deckGL', 'Comparison', 'Intensity', 'Density'],
  description: 'Cells of the picture in colours by what lies in them, finer the nearer the map is looked at.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".15" d="M8 50l10-30 22-8 20 6 28-4-4 30-22 8-28-6z"/><path opacity=".9" d="M44 28h8v8h-8z"/><path opacity=".6" d="M34 28h8v8h-8zM44 18h8v8h-8zM54 28h8v8h-8z"/><path opacity=".35" d="M34 18h8v8h-8zM44 38h8v8h-8zM54 38h8v8h-8zM64 28h8v8h-8zM24 38h8v8h-8z"/></svg>`,
  example: () => import('./example.ts'),
};
