import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Some airports of the United States by the number of flights that leave them. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'deck_scatter',
    spatial: { type: 'latlong', lonCol: 'longitude', latCol: 'latitude' },
    point_radius_fixed: { type: 'metric', value: 'count' },
    point_unit: 'radius_km',
    min_radius: 2,
    max_radius: 250,
    multiplier: 0.05,
    dimension: 'region',
    adhoc_filters: [],
    row_limit: 1000,
  },
  results: [
    exampleResult({ latitude: 0, longitude: 0, region: 1, count: 0 }, [
      [41.98, -87.9, 'Midwest', 3257],
      [32.9, -97.04, 'South', 3097],
      [33.64, -84.43, 'South', 2521],
      [33.94, -118.41, 'West', 2120],
      [33.43, -112.01, 'West', 2035],
      [38.75, -90.37, 'Midwest', 1845],
      [39.86, -104.67, 'West', 1710],
      [42.21, -83.35, 'Midwest', 1624],
      [37.62, -122.37, 'West', 1390],
      [40.69, -74.17, 'Northeast', 1298],
      [42.36, -71.01, 'Northeast', 1240],
      [47.45, -122.31, 'West', 1102],
      [25.79, -80.29, 'South', 870],
    ]),
  ],
};
