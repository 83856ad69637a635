import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Map',
  tags: ['deckGL', 'Geo', '3D', 'Relational', 'Web'],
  description: 'What leads from one place to another, as arcs over a map.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="none" stroke="currentColor" stroke-width="2"><path fill="currentColor" stroke="none" opacity=".15" d="M8 50l10-30 22-8 20 6 28-4-4 30-22 8-28-6z"/><path d="M22 46C32 6 62 6 74 40"/><path opacity=".6" d="M22 46C28 24 44 20 52 42"/><path opacity=".4" d="M22 46C40 -4 76 6 80 24"/></svg>`,
  example: () => import('./example.ts'),
};
