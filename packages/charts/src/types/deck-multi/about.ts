import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Map',
  tags: ['deckGL', 'Multi-Layers'],
  description: 'Maps of several charts over each other, each asked by itself.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".2" d="M14 46l34-12 34 12-34 12z"/><path opacity=".4" d="M14 34l34-12 34 12-34 12z"/><path opacity=".7" d="M14 22l34-12 34 12-34 12z"/></svg>`,
  example: () => import('./example.ts'),
};
