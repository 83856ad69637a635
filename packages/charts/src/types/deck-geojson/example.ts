import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** A sea, a river and a city, roughly. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'deck_geojson',
    geojson: 'shape',
    fill_color_picker: { r: 0, g: 0, b: 0, a: 0 },
    stroke_color_picker: { r: 0, g: 0, b: 0, a: 0 },
    line_width: 3,
    adhoc_filters: [],
    row_limit: 1000,
  },
  results: [
    exampleResult({ shape: 1 }, [
      [
        '{"type":"Feature","properties":{"name":"Caspian Sea","fill":"#1fa8c9"},"geometry":{"type":"Polygon","coordinates":[[[47,44],[51,46.8],[53,45],[51,44],[54,41],[54,37],[50,37.4],[49,40],[47,44]]]}}',
      ],
      [
        '{"type":"Feature","properties":{"name":"Volga","stroke":"#454e7c"},"geometry":{"type":"LineString","coordinates":[[36,56.5],[40,57.7],[44,56.3],[49,55.8],[48,51.5],[44.5,48.7],[47.9,46]]}}',
      ],
      [
        '{"type":"Feature","properties":{"name":"Moscow","fill":"#e04355"},"geometry":{"type":"Point","coordinates":[37.6,55.75]}}',
      ],
    ]),
  ],
};
