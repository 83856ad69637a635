import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Cells of a grid over the Alps by how high they lie. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'deck_polygon',
    line_column: 'cell',
    line_type: 'geohash',
    metric: 'height',
    point_radius_fixed: { type: 'metric', value: 'height' },
    multiplier: 20,
    num_buckets: 5,
    opacity: 80,
    adhoc_filters: [],
    row_limit: 1000,
  },
  results: [
    exampleResult({ cell: 1, height: 0 }, [
      ['u0m', 1580],
      ['u0q', 1720],
      ['u0t', 980],
      ['u0w', 620],
      ['u0r', 410],
      ['u0j', 730],
      ['spv', 1410],
      ['spu', 520],
      ['spy', 350],
    ]),
  ],
};
