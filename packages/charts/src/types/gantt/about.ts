import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: null,
  tags: ['Featured', 'Timeline', 'Time'],
  description: 'What takes place from when to when, as bars along a time axis.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".2" d="M12 8h1v48h-1zM36 8h1v48h-1zM60 8h1v48h-1zM84 8h1v48h-1z"/><path d="M14 11h22v8H14z"/><path opacity=".75" d="M26 23h28v8H26z"/><path opacity=".5" d="M44 35h18v8H44z"/><path opacity=".35" d="M58 47h24v8H58z"/></svg>`,
  example: () => import('./example.ts'),
};
