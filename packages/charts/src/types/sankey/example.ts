import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Visits to a shop on the web, from page to page. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'sankey_v2',
    source: 'from_page',
    target: 'to_page',
    metric: 'visits',
    adhoc_filters: [],
    row_limit: 100,
  },
  results: [
    exampleResult({ from_page: 1, to_page: 1, visits: 0 }, [
      ['Search', 'Product', 420],
      ['Newsletter', 'Product', 180],
      ['Newsletter', 'Offers', 150],
      ['Home', 'Offers', 210],
      ['Home', 'Product', 260],
      ['Offers', 'Product', 190],
      ['Offers', 'Left', 170],
      ['Product', 'Basket', 480],
      ['Product', 'Left', 570],
      ['Basket', 'Paid', 310],
      ['Basket', 'Left', 170],
    ]),
  ],
};
