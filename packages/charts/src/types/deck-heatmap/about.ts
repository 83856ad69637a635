import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Map',
  tags: ['deckGL', 'Spatial', 'Comparison', 'Experimental'],
  description: 'How dense what is counted lies on a map.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".15" d="M8 50l10-30 22-8 20 6 28-4-4 30-22 8-28-6z"/><g opacity=".3"><circle cx="40" cy="30" r="16"/><circle cx="62" cy="36" r="11"/></g><g opacity=".5"><circle cx="42" cy="30" r="10"/><circle cx="62" cy="36" r="6"/></g><circle cx="43" cy="30" r="5"/></svg>`,
  example: () => import('./example.ts'),
};
