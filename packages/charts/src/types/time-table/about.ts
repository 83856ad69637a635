import type { ChartTypeAbout } from '../../chart-type.ts';

export const about: ChartTypeAbout = {
  category: 'Table',
  tags: ['Multi-Variables', 'Comparison', 'Legacy', 'Percentages', 'Tabular', 'Text', 'Trend'],
  description:
    'A row per metric or group: its value now, then and on average, its change, and its course as a small line.',
  thumbnail: `<svg viewBox="0 0 96 64" fill="currentColor"><path d="M10 10h76v8H10z"/><path opacity=".3" d="M10 32h76v1H10zM10 46h76v1H10z"/><path opacity=".6" d="M14 23h16v4H14zM70 23h12v4H70zM14 37h18v4H14zM70 37h12v4H70zM14 51h12v4H14zM70 51h12v4H70z"/><path d="M38 27l6-3 6 2 6-5 6 1M38 38l6 3 6-4 6 3 6-2M38 55l6-1 6-3 6 1 6-3" fill="none" stroke="currentColor" stroke-width="1.5"/></svg>`,
  example: () => import('./example.ts'),
};
