import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Stops of buses and how many people wait there, made up around the middle of a city. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'deck_hex',
    spatial: { type: 'latlong', lonCol: 'longitude', latCol: 'latitude' },
    size: 'people',
    color_scheme: 'blueToGreen',
    grid_size: 700,
    adhoc_filters: [],
    row_limit: 1000,
  },
  results: [
    exampleResult(
      { latitude: 0, longitude: 0, people: 0 },
      Array.from({ length: 180 }, (_, index) => {
        // A spiral of golden angles fills a disc evenly; fewer people wait farther out.
        const [angle, far] = [index * 2.399963, Math.sqrt(index / 180)];
        return [
          52.52 + 0.05 * far * Math.sin(angle),
          13.405 + 0.09 * far * Math.cos(angle),
          Math.round(60 * (1 - far) ** 2) + (index % 7),
        ];
      }),
    ),
  ],
};
