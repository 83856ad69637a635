import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COUNT, openShapedHouse, type ShapedHouse, TOTAL } from '../../testing/shaped-house.ts';
import { RECORD_KINDS } from '../../testing/test-app.ts';
import { member } from '../../testing/things.ts';

/** Made of a column and an aggregate, as most metrics of charts are. */
const SIMPLE = {
  expressionType: 'SIMPLE',
  column: { column_name: 'v' },
  aggregate: 'SUM',
  label: 'simple',
};
const LATLONG = { type: 'latlong', lonCol: 'lon', latCol: 'lat' };

describe.each(RECORD_KINDS)('explore_json of countries and places on %s', (kind) => {
  let shaped: ShapedHouse;
  beforeAll(async () => {
    shaped = await openShapedHouse(kind);
  });
  afterAll(() => shaped.house.close());

  test.each<[string, object, unknown]>([
    [
      'country_map',
      { entity: 'country', metric: TOTAL },
      expect.arrayContaining([{ country_id: 'DE', metric: 4 }]),
    ],
    [
      'world_map',
      { entity: 'country', metric: SIMPLE, secondary_metric: COUNT, sort_by_metric: true },
      [
        { country: 'XXX', m1: 5, m2: 1 },
        { country: 'DEU', m1: 4, m2: 2, code: 'DE', name: 'Germany', latitude: 51, longitude: 9 },
      ],
    ],
    [
      'mapbox',
      { all_columns_x: 'lon', all_columns_y: 'lat', mapbox_label: ['v'] },
      expect.objectContaining({
        bounds: [
          [2.3, 48.9],
          [13.4, 52.5],
        ],
        hasCustomMetric: true,
        geoJSON: {
          type: 'FeatureCollection',
          features: expect.arrayContaining([
            {
              type: 'Feature',
              properties: { metric: 5 },
              geometry: { type: 'Point', coordinates: [2.3, 48.9] },
            },
          ]),
        },
      }),
    ],
    [
      'deck_scatter',
      {
        spatial: LATLONG,
        point_radius_fixed: { type: 'metric', value: TOTAL },
        dimension: 'g',
        js_columns: ['h'],
      },
      {
        features: [
          {
            position: [2.3, 48.9],
            metric: 5,
            radius: 5,
            cat_color: 'b, c',
            __timestamp: null,
            extraProps: { h: 'x' },
          },
          {
            position: [13.4, 52.5],
            metric: 3,
            radius: 3,
            cat_color: 'a',
            __timestamp: null,
            extraProps: { h: 'y' },
          },
          {
            position: [13.4, 52.5],
            metric: 1,
            radius: 1,
            cat_color: 'a',
            __timestamp: null,
            extraProps: { h: 'x' },
          },
        ],
        mapboxApiKey: '',
        metricLabels: ['total'],
      },
    ],
    [
      'deck_hex',
      { spatial: { type: 'delimited', lonlatCol: 'place' }, size: TOTAL },
      expect.objectContaining({
        features: [
          { position: [2.3, 48.9], weight: 5, cat_color: null },
          { position: [13.4, 52.5], weight: 4, cat_color: null },
        ],
      }),
    ],
    [
      'deck_arc',
      {
        start_spatial: LATLONG,
        end_spatial: { type: 'geohash', geohashCol: 'hash' },
        row_limit: 1,
        adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: "g <> 'a'" }],
      },
      expect.objectContaining({
        features: [
          {
            sourcePosition: [2.3, 48.9],
            targetPosition: [expect.closeTo(2.1, 0), expect.closeTo(48.9, 0)],
            cat_color: null,
            __timestamp: null,
          },
        ],
      }),
    ],
    [
      'deck_path',
      { line_column: 'line', line_type: 'polyline', row_limit: 1 },
      expect.objectContaining({
        features: [
          {
            path: [
              [38.5, -120.2],
              [40.7, -120.95],
            ],
            cat_color: null,
            __timestamp: null,
          },
        ],
      }),
    ],
    [
      'deck_polygon',
      {
        line_column: 'shape',
        line_type: 'json',
        metric: TOTAL,
        reverse_long_lat: true,
        adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: "g = 'a'" }],
      },
      expect.objectContaining({
        features: [
          {
            shape: '[[1,2],[3,4]]',
            total: 4,
            polygon: [
              [2, 1],
              [4, 3],
            ],
          },
        ],
      }),
    ],
    [
      'deck_polygon',
      { line_column: 'hash', line_type: 'geohash', metric: TOTAL, row_limit: 1 },
      expect.objectContaining({ metricLabels: ['total'] }),
    ],
  ])('%s %j', async (viz_type, form, expected) => {
    expect(await shaped.dataOf({ viz_type, ...form })).toEqual(expected);
  });

  test.each([
    ['deck_scatter', { spatial: {} }, 'Bad spatial key'],
    ['deck_path', { line_column: 'g', line_type: 'json' }, 'is not JSON'],
  ])('%s %j is refused in words', async (viz_type, form, message) => {
    const answer = await shaped.ask({ viz_type, ...form });
    expect([answer.status, member(answer.body, 'errors', 0, 'message')]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
  });
});
