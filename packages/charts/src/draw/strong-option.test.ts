import { expect, it } from 'vitest';
import { strongOption } from './strong-option.ts';

it('has wider lines where there were any, and patterns beside colours', () => {
  const lines = [{}, { width: 1 }, { width: 0 }].map((lineStyle) => ({ type: 'line' as const, lineStyle }));
  const bars = { type: 'bar' as const, data: [1, 2] };
  const { series, aria } = strongOption({
    aria: { enabled: true, label: { enabled: false } },
    series: [...lines, bars],
  });
  expect(series).toEqual([
    { type: 'line', lineStyle: { width: 3.5 } },
    { type: 'line', lineStyle: { width: 2.5 } },
    { type: 'line', lineStyle: { width: 0 } },
    bars,
  ]);
  expect(aria).toEqual({ enabled: true, label: { enabled: false }, decal: { show: true } });
});
