import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** How many people in a hundred had no work in some states, in 2009. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'country_map',
    select_country: 'usa',
    entity: 'state',
    metric: 'rate',
    number_format: ',.1f',
    adhoc_filters: [],
  },
  results: [
    exampleResult({ state: 1, rate: 0 }, [
      ['US-CA', 11.6],
      ['US-TX', 8.1],
      ['US-NY', 8.5],
      ['US-FL', 10.6],
      ['US-MI', 14.7],
      ['US-NV', 12.3],
      ['US-ND', 3.8],
      ['US-SD', 4.8],
      ['US-NE', 4.9],
      ['US-OR', 11],
      ['US-WA', 9.1],
      ['US-CO', 7],
      ['US-IL', 10],
      ['US-OH', 10],
      ['US-GA', 9.8],
      ['US-AK', 8.2],
      ['US-HI', 7],
    ]),
  ],
};
