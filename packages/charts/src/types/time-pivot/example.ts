import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

const DAY = 86_400_000;
/** A Monday. */
const BEGIN = 1_231_113_600_000;
const FLIGHTS = [52, 48, 47, 50, 61, 44, 39, 55, 50, 49, 53, 64, 45, 41, 58, 51, 52, 55, 69];

/** Flights by day, each week laid over the latest one. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'time_pivot',
    granularity_sqla: 'departure',
    time_grain_sqla: 'P1D',
    time_range: 'No filter',
    metric: 'count',
    adhoc_filters: [],
    freq: 'W-MON',
  },
  results: [
    exampleResult(
      { __timestamp: 2, count: 0 },
      FLIGHTS.map((count, day) => [BEGIN + day * DAY, count]),
    ),
  ],
};
