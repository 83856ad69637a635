import type { HeavyWorld } from './heavy-world.ts';

type Json = Record<string, unknown>;

const sum = { expressionType: 'SQL', sqlExpression: 'sum(v)', label: 'sum' };
const simple = {
  expressionType: 'SIMPLE',
  column: { column_name: 'v' },
  aggregate: 'AVG',
  label: 'mean',
  optionName: 'm',
};
const expression = {
  expressionType: 'SQL',
  sqlExpression: "t || 'x'",
  label: 'made',
  timeGrain: 'P1D',
  columnType: 'BASE_AXIS',
};

/** Steps of post-processing with every option they know, on the columns of `BY_DAY`. */
const STEPS: Readonly<Record<string, Json>> = {
  aggregate: {
    groupby: ['t'],
    aggregates: {
      most: { operator: 'max', column: 'sum', options: {} },
      q: { operator: 'percentile', column: 'sum' },
    },
  },
  boxplot: { groupby: ['t'], metrics: ['sum'], whisker_type: 'percentile', percentiles: [5, 95] },
  compare: {
    source_columns: ['sum'],
    compare_columns: ['mean'],
    compare_type: 'ratio',
    precision: 3,
    drop_original_columns: true,
  },
  contribution: {
    orientation: 'column',
    columns: ['sum'],
    rename_columns: ['share'],
    time_shifts: ['1 day ago'],
    contribution_totals: { sum: 5 },
  },
  cum: { operator: 'sum', columns: { sum: 'sum' } },
  diff: { columns: { sum: 'sum' }, periods: 1, axis: 0 },
  escape_separator: {},
  flatten: { reset_index: true, drop_levels: [] },
  geodetic_parse: { geodetic: 't', latitude: 'lat', longitude: 'lon', altitude: 'alt' },
  geohash_decode: { geohash: 't', latitude: 'lat', longitude: 'lon' },
  geohash_encode: { geohash: 'hash', latitude: 'sum', longitude: 'mean' },
  histogram: { column: 'sum', groupby: ['t'], bins: 10, cumulative: true, normalize: true },
  pivot: {
    ...{
      index: ['d'],
      columns: ['t'],
      aggregates: { sum: { operator: 'mean' } },
      metric_fill_value: 0,
      column_fill_value: 'none',
    },
    ...{
      drop_missing_columns: false,
      combine_value_with_metric: true,
      marginal_distributions: true,
      marginal_distribution_name: 'All',
    },
  },
  rank: { metric: 'sum', group_by: 't', rank_alias: 'rank' },
  rename: { columns: { sum: 'total' }, inplace: false, level: 0 },
  resample: { rule: '1D', method: 'asfreq', fill_value: 0 },
  rolling: {
    ...{
      rolling_type: 'quantile',
      columns: { sum: 'sum' },
      window: 3,
      rolling_type_options: { quantile: 0.5 },
      min_periods: 1,
    },
    ...{ center: true, win_type: null, closed: 'both' },
  },
  select: { columns: ['d', 'sum'], exclude: ['mean'], rename: { sum: 'total' } },
  sort: { by: ['sum'], is_sort_index: false, ascending: [true] },
  unescape_separator: {},
};

/** Leaves moments alone beside the numbers, as steps along time want it. */
const BY_THE_DAY = {
  operation: 'pivot',
  options: { index: ['d'], columns: [], aggregates: { sum: { operator: 'sum' } } },
};

/** Kinds of charts whose data the server shapes. */
const KINDS =
  'bubble bullet cal_heatmap chord compare country_map horizon mapbox paired_ttest para partition rose time_pivot time_table world_map deck_scatter deck_arc deck_geojson deck_grid deck_hex deck_path deck_polygon deck_screengrid deck_multi table pivot_table_v2 big_number_total'.split(
    ' ',
  );

/** Form data that says something in every key that the server reads. */
export function heavyForm(kind: string, world: HeavyWorld): Json {
  return {
    datasource: `${world.mid}__table`,
    viz_type: kind,
    ...{
      granularity_sqla: 'd',
      time_grain_sqla: 'P1D',
      time_range: '2020-01-01 : 2020-03-01',
      since: '2020-01-01',
      until: '2020-03-01',
    },
    ...{
      metric: sum,
      metrics: [sum],
      secondary_metric: simple,
      percent_metrics: [sum],
      size: sum,
      x: sum,
      y: simple,
    },
    ...{
      groupby: ['t'],
      columns: ['t'],
      all_columns: ['t', 'v'],
      series: 't',
      entity: 't',
      dimension: 't',
      source: 't',
      target: 't',
    },
    ...{
      all_columns_x: 'v',
      all_columns_y: 'n',
      mapbox_label: ['count'],
      point_radius: 'v',
      point_radius_unit: 'Kilometers',
    },
    ...{
      clustering_radius: 60,
      render_while_dragging: true,
      global_opacity: 1,
      mapbox_color: 'rgb(0,0,0)',
      mapbox_style: 'x',
    },
    ...{
      adhoc_filters: [
        { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'n', operator: '>', comparator: 3 },
      ],
      where: 'n > 1',
    },
    ...{
      row_limit: 500,
      limit: 10,
      timeseries_limit_metric: sum,
      order_desc: true,
      contribution: true,
      order_bars: true,
    },
    ...{
      rolling_type: 'mean',
      rolling_periods: 3,
      min_periods: 1,
      resample_rule: '1D',
      resample_method: 'asfreq',
    },
    ...{
      time_compare: ['1 day ago'],
      comparison_type: 'values',
      freq: 'W-MON',
      pandas_aggfunc: 'sum',
      line_type: 'json',
      line_column: 't',
    },
    ...{
      geojson: 't',
      country_fieldtype: 'cca2',
      domain_granularity: 'month',
      subdomain_granularity: 'day',
      show_bubbles: true,
      sort_by_metric: true,
    },
    ...{
      time_series_option: 'adv_anal',
      partition_limit: 5,
      partition_threshold: 0.1,
      num_period_compare: 1,
      period_ratio_type: 'growth',
    },
    ...{
      spatial: { type: 'latlong', latCol: 'v', lonCol: 'n' },
      start_spatial: { type: 'delimited', lonlatCol: 't' },
      end_spatial: { type: 'geohash', geohashCol: 't' },
    },
    ...{
      js_columns: ['t'],
      deck_slices: [world.chart],
      point_radius_fixed: { type: 'metric', value: sum },
      reverse_long_lat: true,
      filter_nulls: true,
    },
    ...{
      annotation_layers: [layer(world)],
      url_params: { a: 'b' },
      custom_params: { a: 'b' },
      extra_form_data: { filters: [], time_range: 'Last day' },
    },
  };
}

function layer(world: HeavyWorld): Json {
  return {
    ...{
      name: 'layer',
      annotationType: 'EVENT',
      sourceType: 'NATIVE',
      value: world.layer,
      overrides: { time_range: null },
    },
    ...{ descriptionColumns: ['a'], timeColumn: 'd', titleColumn: 't', style: 'solid', show: true },
  };
}

/** A question of two metrics by day and text. */
const BY_DAY: Json = {
  ...{
    columns: [{ ...expression, sqlExpression: 'd', label: 'd' }, 't'],
    metrics: [sum, simple],
    row_limit: 5_000,
    is_timeseries: true,
  },
  ...{ granularity: 'd', time_range: '2020-01-01 : 2020-03-01', orderby: [[sum, false]] },
};

/** Questions in which every key of a query object says something, each on its own so that it is reached. */
export function heavyQuestions(world: HeavyWorld): [name: string, context: Json][] {
  const context = (query: Json, more: Json = {}): Json => ({
    ...{
      datasource: { id: world.mid, type: 'table' },
      queries: [query],
      form_data: { viz_type: 'table' },
      force: true,
    },
    ...{ result_type: 'full', result_format: 'json', custom_cache_timeout: 10, ...more },
  });
  const filters = [
    { col: 'n', op: '>=', val: 3, grain: 'P1D', isExtra: true },
    { col: 't', op: 'IN', val: ['label 1', 'label 2'] },
    { col: 'd', op: 'TEMPORAL_RANGE', val: '2020-01-01 : 2021-01-01' },
    { col: 't', op: 'LIKE', val: 'label%' },
  ];
  const extras = {
    where: 'n > 1',
    having: 'sum(v) > 0',
    time_grain_sqla: 'P1D',
    relative_start: 'today',
    relative_end: 'now',
  };
  return [
    [
      'rows',
      context({
        columns: ['n', 't', 'd', 'v', expression],
        row_limit: 1_000,
        row_offset: 5,
        orderby: [['n', true]],
        filters,
        extras: { where: 'n > 1' },
      }),
    ],
    ['groups', context({ ...BY_DAY, filters, extras, having: 'sum(v) > 0', order_desc: true })],
    [
      'series',
      context({
        ...BY_DAY,
        series_columns: ['t'],
        series_limit: 5,
        series_limit_metric: sum,
        group_others_when_limit_reached: true,
      }),
    ],
    [
      'other times',
      context({
        ...BY_DAY,
        time_offsets: ['1 week ago', '1 year ago'],
        time_shift: '1 day',
        applied_time_extras: { __time_range: 'x' },
      }),
    ],
    [
      'annotations',
      context({
        ...BY_DAY,
        annotation_layers: [layer(world), { ...layer(world), sourceType: 'table', value: world.chart }],
      }),
    ],
    [
      'old words',
      context({
        groupby: ['t'],
        granularity_sqla: 'd',
        timeseries_limit: 3,
        timeseries_limit_metric: sum,
        where: 'n > 1',
        metrics: ['count'],
      }),
    ],
    [
      'parameters',
      context({
        columns: ['t'],
        metrics: ['count'],
        url_params: { a: 'b' },
        custom_params: { a: 'b' },
        custom_form_data: { a: 'b' },
        is_rowcount: true,
      }),
    ],
    ['form data', context({ columns: ['t'], metrics: ['count'] }, { form_data: heavyForm('table', world) })],
    ['samples', context({ columns: ['n'], row_limit: 10 }, { result_type: 'samples' })],
    ['a CSV', context({ ...BY_DAY }, { result_format: 'csv' })],
    ['a workbook', context({ ...BY_DAY }, { result_format: 'xlsx' })],
    [
      'shaped for reading',
      context(
        { ...BY_DAY },
        { result_type: 'post_processed', form_data: heavyForm('pivot_table_v2', world) },
      ),
    ],
    ...Object.entries(STEPS).map(([operation, options]): [string, Json] => {
      const before = operation === 'resample' ? [BY_THE_DAY] : [];
      return [
        `the step ${operation}`,
        context({ ...BY_DAY, post_processing: [...before, { operation, options }] }),
      ];
    }),
  ];
}

/** Form data by its kind of chart. */
export function heavyForms(world: HeavyWorld): [name: string, form: Json][] {
  return KINDS.map((kind) => [kind, heavyForm(kind, world)]);
}
