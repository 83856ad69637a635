import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Map',
  tags: ['deckGL', 'Comparison', 'Scatter', '2D', 'Geo', 'Intensity', 'Density'],
  description: 'Circles at places of a map, their size and their colour by what is counted there.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".15" d="M8 50l10-30 22-8 20 6 28-4-4 30-22 8-28-6z"/><circle opacity=".8" cx="34" cy="28" r="6"/><circle opacity=".55" cx="50" cy="36" r="9"/><circle opacity=".8" cx="66" cy="24" r="4"/><circle opacity=".4" cx="44" cy="20" r="3"/><circle opacity=".6" cx="72" cy="38" r="5"/><circle opacity=".9" cx="26" cy="42" r="3"/></svg>`,
  example: () => import('./example.ts'),
};
