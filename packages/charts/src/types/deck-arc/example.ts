import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Where flights from Chicago and from Dallas go. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'deck_arc',
    start_spatial: { type: 'latlong', lonCol: 'from_lon', latCol: 'from_lat' },
    end_spatial: { type: 'latlong', lonCol: 'to_lon', latCol: 'to_lat' },
    color_scheme_type: 'categorical_palette',
    dimension: 'origin',
    adhoc_filters: [],
    row_limit: 1000,
  },
  results: [
    exampleResult({ from_lat: 0, from_lon: 0, to_lat: 0, to_lon: 0, origin: 1 }, [
      [41.98, -87.9, 33.94, -118.41, 'Chicago'],
      [41.98, -87.9, 37.62, -122.37, 'Chicago'],
      [41.98, -87.9, 40.69, -74.17, 'Chicago'],
      [41.98, -87.9, 25.79, -80.29, 'Chicago'],
      [32.9, -97.04, 33.43, -112.01, 'Dallas'],
      [32.9, -97.04, 47.45, -122.31, 'Dallas'],
      [32.9, -97.04, 42.36, -71.01, 'Dallas'],
      [32.9, -97.04, 33.64, -84.43, 'Dallas'],
    ]),
  ],
};
