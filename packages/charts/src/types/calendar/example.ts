import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

const DAY = 86_400_000;
const FIRST = Date.UTC(2012, 0, 1);

/** How warm the days of half a year were: a curve through the seasons, and the weather. */
const days = Array.from({ length: 182 }, (_, day) => {
  const season = 12 - 9 * Math.cos((day / 366) * 2 * Math.PI);
  return [FIRST + day * DAY, Math.round(10 * (season + 4 * Math.sin(day * 1.7))) / 10];
});

/** Highest temperatures by day. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'cal_heatmap',
    granularity_sqla: 'date',
    time_range: '2012-01-01 : 2012-07-01',
    domain_granularity: 'month',
    subdomain_granularity: 'day',
    metrics: ['temperature'],
    adhoc_filters: [],
  },
  results: [exampleResult({ __timestamp: 2, temperature: 0 }, days)],
};
