import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';
import { pricesExample } from '../timeseries/example-prices.ts';

const { form, results } = pricesExample('mixed_timeseries');
const days = [19, 18, 22, 21, 20];

/** Monthly share prices of three companies, and the days of trade behind them. */
export const example: ChartExample = {
  form: {
    ...form,
    metrics_b: ['days'],
    groupby_b: [],
    adhoc_filters_b: [],
    row_limit_b: 10000,
    seriesTypeB: 'bar',
    yAxisIndexB: 1,
    yAxisTitleSecondary: 'Days',
  },
  results: [
    ...results,
    exampleResult(
      { day: 2, days: 0 },
      days.map((count, index) => [results[0]?.data[index]?.day ?? null, count]),
    ),
  ],
};
