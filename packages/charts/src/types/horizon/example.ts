import type { ChartExample } from '../../chart-type.ts';
import { overTimeResult } from '../../example-result.ts';

const DAY = 86_400_000;
const BEGIN = 1_231_113_600_000;
const DELAYS: Readonly<Record<string, readonly number[]>> = {
  ATL: [4, 9, 14, 6, 2, -3, 1, 8, 12, 5, 3, -6, -2, 7],
  ORD: [12, 25, 31, 18, 9, 4, 2, 15, 28, 36, 21, 11, 6, 3],
  PHX: [-8, -5, 2, 4, -1, -9, -4, 1, 6, 3, -2, -7, -3, 0],
};

/** How late flights leave three airports, day by day. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'horizon',
    granularity_sqla: 'departure',
    time_range: 'No filter',
    metrics: ['AVG(delay)'],
    groupby: ['origin'],
    adhoc_filters: [],
    row_limit: 10000,
    series_height: '50',
  },
  results: [
    overTimeResult(
      Object.keys(DELAYS).map((airport) => ['AVG(delay)', airport]),
      Array.from({ length: 14 }, (_, day) => [
        BEGIN + day * DAY,
        ...Object.values(DELAYS).map((delays) => delays[day] ?? null),
      ]),
    ),
  ],
};
