import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Places to stay overnight, by the beds that they have. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'mapbox',
    all_columns_x: 'longitude',
    all_columns_y: 'latitude',
    mapbox_label: ['beds'],
    pandas_aggfunc: 'sum',
    clustering_radius: '60',
    point_radius: 'Auto',
    mapbox_color: 'rgb(0, 139, 139)',
    adhoc_filters: [],
    row_limit: 10000,
  },
  results: [
    exampleResult({ longitude: 0, latitude: 0, beds: 0 }, [
      [13.4, 52.5, 240],
      [13.3, 52.6, 180],
      [13.1, 52.4, 60],
      [9.99, 53.55, 210],
      [8.8, 53.08, 90],
      [11.58, 48.14, 310],
      [11.4, 48.2, 80],
      [12.1, 47.9, 45],
      [10.9, 48.37, 70],
      [8.68, 50.11, 260],
      [8.25, 50.0, 55],
      [8.4, 49.0, 65],
      [9.18, 48.78, 120],
      [6.96, 50.94, 150],
      [6.78, 51.23, 140],
      [7.1, 50.73, 75],
      [7.46, 51.51, 95],
      [12.37, 51.34, 130],
      [13.74, 51.05, 125],
      [11.08, 49.45, 85],
      [9.73, 52.37, 100],
      [12.13, 54.09, 50],
    ]),
  ],
};
