import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** People per country in 2005, in millions, and how long they live. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'world_map',
    entity: 'country',
    country_fieldtype: 'cca3',
    metric: 'life_expect',
    secondary_metric: 'pop',
    show_bubbles: true,
    adhoc_filters: [],
    row_limit: 1000,
  },
  results: [
    exampleResult({ country: 1, life_expect: 0, pop: 0 }, [
      ['CHN', 73, 1303],
      ['IND', 64.7, 1080],
      ['USA', 78.2, 296],
      ['IDN', 70.7, 219],
      ['BRA', 72.4, 186],
      ['PAK', 65.5, 162],
      ['BGD', 64.1, 144],
      ['NGA', 46.9, 129],
      ['JPN', 82.6, 127],
      ['MEX', 76.2, 106],
      ['DEU', 79.4, 82],
      ['TUR', 71.8, 70],
      ['FRA', 80.7, 61],
      ['GBR', 79.4, 60],
      ['ZAF', 49.3, 44],
      ['ARG', 75.3, 39],
      ['CAN', 80.7, 32],
      ['AUS', 81.2, 20],
    ]),
  ],
};
