import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Flow',
  tags: ['Categorical', 'Directional', 'Distribution', 'Percentages', 'Proportional', 'Relational'],
  description: 'How much flows from one stage to the next, as bands whose width is their amount.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M12 8h6v26h-6zM12 40h6v16h-6zM45 14h6v30h-6zM78 8h6v18h-6zM78 34h6v20h-6z"/><path opacity=".35" d="M18 8c14 0 14 6 27 6v18c-13 0-13-4-27-4zM51 14c13 0 13-6 27-6v14c-14 0-14 6-27 6z"/><path opacity=".2" d="M18 40c14 0 14-8 27-8v12c-13 0-13 12-27 12zM51 28c13 0 13 6 27 6v16c-14 0-14-6-27-6z"/></svg>`,
  example: () => import('./example.ts'),
};
