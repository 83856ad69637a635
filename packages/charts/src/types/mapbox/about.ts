import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Map',
  tags: ['Business', 'Intensity', 'Legacy', 'Density', 'Scatter', 'Transformable'],
  description:
    'Points of a map; those that lie close together are one circle that says how many or how much.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".15" d="M8 50l10-30 22-8 20 6 28-4-4 30-22 8-28-6z"/><circle opacity=".5" cx="38" cy="32" r="13"/><circle opacity=".5" cx="66" cy="24" r="8"/><circle opacity=".9" cx="22" cy="44" r="3"/><circle opacity=".9" cx="60" cy="44" r="3"/><circle opacity=".9" cx="78" cy="38" r="3"/><circle opacity=".9" cx="52" cy="16" r="3"/></svg>`,
  example: () => import('./example.ts'),
};
