import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Evolution',
  tags: ['Advanced-Analytics', 'Bar', 'Featured', 'Popular', 'Stacked', 'Time', 'Vertical'],
  description: 'Values side by side or stacked, upright or lying.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M12 40h12v20H12zM32 24h12v36H32zM52 32h12v28H52zM72 12h12v48H72z"/></svg>`,
  example: () => import('./example.ts'),
};
