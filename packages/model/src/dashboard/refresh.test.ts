import { expect, test } from 'vitest';
import { readDashboardMetadata } from './metadata.ts';
import { refreshDelays } from './refresh.ts';

test('charts are spread over a fifth of the interval, or over five seconds at least', () => {
  expect(refreshDelays(3, 60_000, {})).toEqual([0, 6_000, 12_000]);
  expect(refreshDelays(3, 10_000, {})).toEqual([0, 2_500, 5_000]);
  expect(refreshDelays(2, 10_000, { stagger_time: 8_000 })).toEqual([0, 8_000]);
});

test('one chart waits for nobody, and where no spreading is wanted none does', () => {
  expect(refreshDelays(1, 60_000, {})).toEqual([0]);
  expect(refreshDelays(0, 60_000, {})).toEqual([]);
  expect(refreshDelays(3, 60_000, { stagger_refresh: false })).toEqual([0, 0, 0]);
});

test('an old dashboard says true as a text', () => {
  expect(readDashboardMetadata({ stagger_refresh: 'true' }).stagger_refresh).toBe(true);
  expect(readDashboardMetadata({ stagger_refresh: 'false' }).stagger_refresh).toBe(false);
});
