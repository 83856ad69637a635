import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Correlation',
  tags: ['Business', 'Intensity', 'Density', 'Single Metric', 'Featured'],
  description: 'How strongly two dimensions go together, as coloured cells.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M14 8h16v15H14zM66 24h16v15H66zM31 40h17v15H31z"/><path opacity=".6" d="M31 8h17v15H31zM49 24h16v15H49zM66 40h16v15H66z"/><path opacity=".35" d="M49 8h16v15H49zM14 24h16v15H14zM14 40h16v15H14z"/><path opacity=".15" d="M66 8h16v15H66zM31 24h17v15H31zM49 40h16v15H49z"/></svg>`,
  example: () => import('./example.ts'),
};
