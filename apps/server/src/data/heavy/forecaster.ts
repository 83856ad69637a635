import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Forecaster } from '@chartroom/query';
import { straightLine } from './straight-line.ts';

type Question = Parameters<Forecaster>[0];
type Seasonality = Question['seasonality']['yearly'];

/** Rounds of the search for the best fit, as many as Prophet takes. */
const ROUNDS = 10_000;
/**
 * Places at which a trend may turn: as many as Prophet takes, and fewer where the search for the best fit finds no way on,
 * which happens to series of few rows.
 */
const TURNS = [25, 12, 5, 2];

/** Rows that have more to them than a straight line. */
const FEWEST = 4;

let loaded: Promise<Forecaster> | undefined;

/** What continues series by Prophet's model. It is some megabytes large, and loaded when a series is to be continued. */
export function loadForecaster(): Promise<Forecaster> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Forecaster> {
  const place = createRequire(import.meta.url).resolve('@bsull/augurs/prophet');
  const [{ initSync, Prophet }, { optimizer }, module] = await Promise.all([
    import('@bsull/augurs/prophet'),
    import('@bsull/augurs-prophet-wasmstan'),
    readFile(join(dirname(place), 'prophet_bg.wasm')),
  ]);
  initSync({ module });
  return (question) => {
    const { moments, values, at, interval, seasonality } = question;
    // There is nothing to be fitted then: the search would end in an error, or not at all.
    if (values.length < FEWEST || values.every((value) => value === values[0])) return straightLine(question);
    const rows = { ds: moments.map(seconds), y: [...values] };
    for (const nChangepoints of TURNS) {
      const model = new Prophet({
        optimizer,
        intervalWidth: interval,
        nChangepoints,
        yearlySeasonality: seasonOption(seasonality.yearly),
        weeklySeasonality: seasonOption(seasonality.weekly),
        dailySeasonality: seasonOption(seasonality.daily),
      });
      try {
        model.fit(rows, { iter: ROUNDS });
        const { point, intervals } = model.predict({ ds: at.map(seconds) }).yhat;
        if (intervals) return { trend: point, lower: intervals.lower, upper: intervals.upper };
      } catch {
        // The search found no way on: the next round makes it easier.
      } finally {
        model.free();
      }
    }
    return straightLine(question);
  };
}

function seconds(moment: number): number {
  return Math.floor(moment / 1000);
}

function seasonOption(seasonality: Seasonality) {
  if (seasonality === 'auto') return { type: 'auto' as const };
  if (typeof seasonality === 'boolean') return { type: 'manual' as const, enabled: seasonality };
  return seasonality === 0
    ? { type: 'manual' as const, enabled: false }
    : { type: 'fourier' as const, order: seasonality };
}
