import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

const point = (longitude: number, latitude: number) =>
  JSON.stringify({ type: 'Point', coordinates: [longitude, latitude] });

const ATLANTA = point(-84.43, 33.64);
const CHICAGO = point(-87.9, 41.98);
const DALLAS = point(-97.04, 32.9);
const PHOENIX = point(-112.01, 33.43);
const NEW_YORK = point(-73.78, 40.64);

/** Flights by their part of the day, at the airports of departure. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'cartodiagram',
    geom_column: 'place',
    selected_chart: JSON.stringify({
      id: 7,
      slice_name: 'Flights by part of the day',
      viz_type: 'pie',
      params: JSON.stringify({
        datasource: '1__table',
        viz_type: 'pie',
        groupby: ['part'],
        metric: 'count',
        adhoc_filters: [],
        row_limit: 100,
        sort_by_metric: true,
      }),
    }),
    chart_size: { type: 'FIXED', configs: { zoom: 6, width: 70, height: 70, slope: 30, exponent: 2 } },
  },
  results: [
    exampleResult({ place: 1, part: 1, count: 0, count__contribution: 0 }, [
      [CHICAGO, 'Morning', 1210, 0.12],
      [CHICAGO, 'Afternoon', 1130, 0.11],
      [CHICAGO, 'Evening', 917, 0.09],
      [DALLAS, 'Morning', 1304, 0.13],
      [DALLAS, 'Afternoon', 1015, 0.1],
      [DALLAS, 'Evening', 778, 0.08],
      [ATLANTA, 'Morning', 740, 0.07],
      [ATLANTA, 'Afternoon', 1120, 0.11],
      [ATLANTA, 'Evening', 661, 0.06],
      [PHOENIX, 'Morning', 512, 0.05],
      [PHOENIX, 'Afternoon', 420, 0.04],
      [PHOENIX, 'Evening', 957, 0.09],
      [NEW_YORK, 'Morning', 390, 0.04],
      [NEW_YORK, 'Afternoon', 845, 0.08],
      [NEW_YORK, 'Evening', 610, 0.06],
    ]),
  ],
};
