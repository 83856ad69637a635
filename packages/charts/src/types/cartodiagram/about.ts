import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Map',
  tags: ['Geo', '2D', 'Spatial', 'Experimental'],
  description: 'A small chart at each place of a map, made like a chart that is saved.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".15" d="M8 50l10-30 22-8 20 6 28-4-4 30-22 8-28-6z"/><circle opacity=".35" cx="32" cy="36" r="11"/><path opacity=".9" d="M32 36V25a11 11 0 0 1 9.5 16.5z"/><circle opacity=".35" cx="66" cy="27" r="11"/><path opacity=".9" d="M66 27V16a11 11 0 0 1 0 22z"/></svg>`,
  example: () => import('./example.ts'),
};
