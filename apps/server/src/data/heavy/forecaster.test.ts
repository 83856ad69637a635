import type { Forecaster } from '@chartroom/query';
import { beforeAll, describe, expect, test } from 'vitest';
import { PROPHET_ANSWERS } from '../../testing/prophet-answers.ts';
import { loadForecaster } from './forecaster.ts';

let forecast: Forecaster;
beforeAll(async () => {
  forecast = await loadForecaster();
});

const DAY = 86_400_000;
const AUTO = { yearly: 'auto', weekly: 'auto', daily: 'auto' } as const;

/** So many moments from one on: months by the calendar, others of the same length. */
function moments(from: string, grain: string, count: number): number[] {
  const start = new Date(from);
  return Array.from({ length: count }, (_, step) =>
    grain === 'P1M'
      ? Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + step)
      : start.getTime() + step * (grain === 'P1W' ? 7 : 1) * DAY,
  );
}

function days(values: readonly number[], ahead: number, interval = 0.8) {
  const at = moments('2024-01-01', 'P1D', values.length + ahead);
  return { moments: at.slice(0, values.length), values, at, interval, seasonality: AUTO };
}

test.each(PROPHET_ANSWERS)('$name is continued as Prophet does it', (recorded) => {
  const { from, grain, periods, values, at } = recorded;
  const all = moments(from, grain, values.length + periods);
  const made = forecast({
    moments: all.slice(0, values.length),
    values,
    at: all,
    interval: 0.8,
    seasonality: AUTO,
  });
  const range = Math.max(...values) - Math.min(...values);
  const away = (part: 'trend' | 'lower' | 'upper') =>
    at.reduce((sum, row, place) => sum + Math.abs((made[part][row] ?? 0) - (recorded[part][place] ?? 0)), 0) /
    at.length /
    range;
  expect(away('trend')).toBeLessThan(0.005);
  // Bounds are drawn by lot, there as here.
  expect(away('lower')).toBeLessThan(0.03);
  expect(away('upper')).toBeLessThan(0.03);
  const held = values.filter(
    (value, row) => value >= (made.lower[row] ?? 0) && value <= (made.upper[row] ?? 0),
  ).length;
  expect(held / values.length).toBeGreaterThan(0.75);
  expect(held / values.length).toBeLessThan(0.92);
});

describe('series that leave little to be fitted', () => {
  const near = (values: readonly number[], expected: readonly number[]) => {
    expect(values.length).toBe(expected.length);
    for (const [place, value] of values.entries()) expect(value).toBeCloseTo(expected[place] ?? 0, 3);
  };

  test('two rows, one value, rows on a line', () => {
    near(forecast(days([1, 2], 1)).trend, [1, 2, 3]);
    near(forecast(days([0, 0, 0, 0], 2)).upper, [0, 0, 0, 0, 0, 0]);
    near(forecast(days([5, 7, 9, 11, 13], 1)).trend, [5, 7, 9, 11, 13, 15]);
  });

  test('three rows off a line have the bounds that Prophet gives them', () => {
    const { trend, lower, upper } = forecast(days([1, 2, 5], 1));
    near(
      trend,
      [0.667, 2.667, 4.667, 6.667].map((value) => Math.round(value * 3) / 3),
    );
    for (const [place, value] of trend.entries()) {
      expect(value - (lower[place] ?? 0)).toBeCloseTo(0.604, 3);
      expect((upper[place] ?? 0) - value).toBeCloseTo(0.604, 3);
    }
  });

  test('every series of some rows gets numbers', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (const rows of [4, 6, 14, 20, 30])
      for (let round = 0; round < 12; round += 1) {
        const { trend, lower, upper } = forecast(days(Array.from({ length: rows }, random), 3));
        for (const part of [trend, lower, upper]) expect(part.every(Number.isFinite)).toBe(true);
      }
  });
});

test('seasons are there when they are asked for, and of as many waves', () => {
  const week = days(
    Array.from({ length: 70 }, (_, row) => (row % 7 === 5 ? 10 : 2) + (row % 3) / 10),
    7,
  );
  const swing = (weekly: boolean | number) => {
    const { trend } = forecast({ ...week, seasonality: { yearly: false, weekly, daily: false } });
    return Math.max(...trend.slice(-7)) - Math.min(...trend.slice(-7));
  };
  expect(swing(true)).toBeGreaterThan(7);
  expect(swing(1)).toBeGreaterThan(3);
  expect(swing(1)).toBeLessThan(swing(3) - 1);
  expect(swing(false)).toBeLessThan(1);
  expect(swing(0)).toBeLessThan(1);
});

test('a wider share has wider bounds', () => {
  const values = Array.from({ length: 40 }, (_, row) => row + ((row * 7) % 5));
  const width = (interval: number) => {
    const { lower, upper } = forecast(days(values, 5, interval));
    return (upper.at(-1) ?? 0) - (lower.at(-1) ?? 0);
  };
  expect(width(0.95)).toBeGreaterThan(width(0.5) * 1.5);
});
