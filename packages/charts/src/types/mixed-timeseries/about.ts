import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Evolution',
  tags: ['Advanced-Analytics', 'Line', 'Multi-Variables', 'Time', 'Transformable', 'Featured'],
  description: 'Two questions along one axis, each with marks of its own: lines over bars, for example.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".35" d="M14 36h12v20H14zM30 26h12v30H30zM46 32h12v24H46zM62 20h12v36H62z"/><path d="M13 30l1 2 22-14 16 8 26-16-1-2-25 15-16-8z" stroke="currentColor" stroke-width="1.5"/></svg>`,
  example: () => import('./example.ts'),
};
