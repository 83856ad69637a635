import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Distribution',
  tags: ['Legacy', 'Density', 'Trend'],
  description: 'Many courses in little room: each is folded into bands, the darker the further from nought.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".3" d="M10 10h76v12H10zM10 26h76v12H10zM10 42h76v12H10z"/><path opacity=".5" d="M10 22v-4l14-5 16 5 16-6 16 4 14-2v8zM10 38v-6l14 2 16-6 16 4 16-2 14 4v4zM10 54v-3l14-6 16 3 16-5 16 7 14-4v8z"/><path d="M20 22l4-4 10 4zM50 22l6-6 12 6zM36 38l6-5 10 5zM20 54l6-4 10 4zM48 54l8-6 8 6z"/></svg>`,
  example: () => import('./example.ts'),
};
