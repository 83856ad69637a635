import type { HeavyWorld } from './heavy-world.ts';

export type Json = Record<string, unknown>;

export const SUM = { expressionType: 'SQL', sqlExpression: 'sum(v)', label: 'sum' };
export const MEAN = {
  expressionType: 'SIMPLE',
  column: { column_name: 'v' },
  aggregate: 'AVG',
  label: 'mean',
  optionName: 'm',
};

/** Kinds of charts whose data the server shapes. */
const KINDS =
  'bubble bullet cal_heatmap chord compare country_map horizon mapbox paired_ttest para partition rose time_pivot time_table world_map deck_scatter deck_arc deck_geojson deck_grid deck_hex deck_path deck_polygon deck_screengrid deck_multi table pivot_table_v2 big_number_total'.split(
    ' ',
  );

const OF_TIME: Json = {
  granularity_sqla: 'd',
  time_grain_sqla: 'P1D',
  time_range: '2020-01-01 : 2020-03-01',
  since: '2020-01-01',
  until: '2020-03-01',
  rolling_type: 'mean',
  rolling_periods: 3,
  min_periods: 1,
  resample_rule: '1D',
  resample_method: 'asfreq',
  time_compare: ['1 day ago'],
  comparison_type: 'values',
  freq: 'W-MON',
  pandas_aggfunc: 'sum',
  domain_granularity: 'month',
  subdomain_granularity: 'day',
  time_series_option: 'adv_anal',
  num_period_compare: 1,
  period_ratio_type: 'growth',
};

/** What is measured, along what, which rows and how many. */
const OF_ROWS: Json = {
  metric: SUM,
  metrics: [SUM],
  secondary_metric: MEAN,
  percent_metrics: [SUM],
  size: SUM,
  x: SUM,
  y: MEAN,
  groupby: ['t'],
  columns: ['t'],
  all_columns: ['t', 'v'],
  series: 't',
  entity: 't',
  dimension: 't',
  source: 't',
  target: 't',
  adhoc_filters: [{ clause: 'WHERE', expressionType: 'SIMPLE', subject: 'n', operator: '>', comparator: 3 }],
  where: 'n > 1',
  row_limit: 500,
  limit: 10,
  timeseries_limit_metric: SUM,
  sort_by_metric: true,
  order_desc: true,
  order_bars: true,
  contribution: true,
  partition_limit: 5,
  partition_threshold: 0.1,
};

const OF_PLACES: Json = {
  all_columns_x: 'v',
  all_columns_y: 'n',
  mapbox_label: ['count'],
  mapbox_color: 'rgb(0,0,0)',
  mapbox_style: 'x',
  point_radius: 'v',
  point_radius_unit: 'Kilometers',
  point_radius_fixed: { type: 'metric', value: SUM },
  clustering_radius: 60,
  render_while_dragging: true,
  global_opacity: 1,
  line_type: 'json',
  line_column: 't',
  geojson: 't',
  country_fieldtype: 'cca2',
  show_bubbles: true,
  spatial: { type: 'latlong', latCol: 'v', lonCol: 'n' },
  start_spatial: { type: 'delimited', lonlatCol: 't' },
  end_spatial: { type: 'geohash', geohashCol: 't' },
  js_columns: ['t'],
  reverse_long_lat: true,
  filter_nulls: true,
};

/** Form data that says something in every key that the server reads. */
export function heavyForm(kind: string, world: HeavyWorld): Json {
  return {
    datasource: `${world.mid}__table`,
    viz_type: kind,
    ...OF_TIME,
    ...OF_ROWS,
    ...OF_PLACES,
    deck_slices: [world.chart],
    annotation_layers: [heavyLayer(world)],
    url_params: { a: 'b' },
    custom_params: { a: 'b' },
    extra_form_data: { filters: [], time_range: 'Last day' },
  };
}

/** Form data by its kind of chart. */
export function heavyForms(world: HeavyWorld): [name: string, form: Json][] {
  return KINDS.map((kind) => [kind, heavyForm(kind, world)]);
}

/** A layer of annotations with every key that the server reads. */
export function heavyLayer(world: HeavyWorld): Json {
  return {
    name: 'layer',
    annotationType: 'EVENT',
    sourceType: 'NATIVE',
    value: world.layer,
    overrides: { time_range: null },
    descriptionColumns: ['a'],
    timeColumn: 'd',
    titleColumn: 't',
    style: 'solid',
    show: true,
  };
}
