import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Rowing boats of a club, by what is measured of them. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'para',
    series: 'boat',
    metrics: ['length', 'weight', 'speed', 'crew'],
    secondary_metric: 'races',
    include_series: true,
    linear_color_scheme: 'schemeViridis',
    adhoc_filters: [],
    row_limit: 100,
  },
  results: [
    exampleResult({ boat: 1, length: 0, weight: 0, speed: 0, crew: 0, races: 0 }, [
      ['Heron', 8.2, 14, 17.1, 1, 31],
      ['Kingfisher', 7.6, 16, 16.2, 1, 24],
      ['Swan', 10.4, 27, 18.4, 2, 40],
      ['Otter', 9.9, 29, 17.6, 2, 12],
      ['Pike', 13.4, 52, 19.8, 4, 35],
      ['Salmon', 12.9, 50, 19.1, 4, 18],
      ['Sturgeon', 17.6, 96, 21.7, 8, 28],
    ]),
  ],
};
