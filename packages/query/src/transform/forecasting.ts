/** What is known of a season: found out from the rows, there or not, or of so many waves. */
export type Seasonality = 'auto' | boolean | number;

/** A series, and the moments for which it is wanted: its own and others. All are in epoch milliseconds, in their order. */
export interface ForecastQuestion {
  moments: readonly number[];
  values: readonly number[];
  at: readonly number[];
  /** Share of the values that the bounds hold. */
  interval: number;
  seasonality: { yearly: Seasonality; weekly: Seasonality; daily: Seasonality };
}

/** The most likely values at those moments, and their bounds. */
export interface Forecast {
  trend: readonly number[];
  lower: readonly number[];
  upper: readonly number[];
}

/** What continues a series. It is large and slow, so that whoever shapes rows with such a step brings it. */
export type Forecaster = (question: ForecastQuestion) => Forecast;
