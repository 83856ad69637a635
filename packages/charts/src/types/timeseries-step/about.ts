import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Evolution',
  tags: ['Advanced-Analytics', 'Line', 'Predictive', 'Time', 'Transformable'],
  description: 'Values that hold until they change, such as prices or levels.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M8 50h16V34h16v8h16V18h16v8h16" fill="none" stroke="currentColor" stroke-width="3"/></svg>`,
  example: () => import('./example.ts'),
};
