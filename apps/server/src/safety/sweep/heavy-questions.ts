import { heavyForm, heavyLayer, type Json, MEAN, SUM } from './heavy-forms.ts';
import type { HeavyWorld } from './heavy-world.ts';

const EXPRESSION = {
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
    index: ['d'],
    columns: ['t'],
    aggregates: { sum: { operator: 'mean' } },
    metric_fill_value: 0,
    column_fill_value: 'none',
    drop_missing_columns: false,
    combine_value_with_metric: true,
    marginal_distributions: true,
    marginal_distribution_name: 'All',
  },
  rank: { metric: 'sum', group_by: 't', rank_alias: 'rank' },
  rename: { columns: { sum: 'total' }, inplace: false, level: 0 },
  resample: { rule: '1D', method: 'asfreq', fill_value: 0 },
  rolling: {
    rolling_type: 'quantile',
    columns: { sum: 'sum' },
    window: 3,
    rolling_type_options: { quantile: 0.5 },
    min_periods: 1,
    center: true,
    win_type: null,
    closed: 'both',
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

/** A question of two metrics by day and text. */
const BY_DAY: Json = {
  columns: [{ ...EXPRESSION, sqlExpression: 'd', label: 'd' }, 't'],
  metrics: [SUM, MEAN],
  row_limit: 5_000,
  is_timeseries: true,
  granularity: 'd',
  time_range: '2020-01-01 : 2020-03-01',
  orderby: [[SUM, false]],
};

const FILTERS: Json[] = [
  { col: 'n', op: '>=', val: 3, grain: 'P1D', isExtra: true },
  { col: 't', op: 'IN', val: ['label 1', 'label 2'] },
  { col: 'd', op: 'TEMPORAL_RANGE', val: '2020-01-01 : 2021-01-01' },
  { col: 't', op: 'LIKE', val: 'label%' },
];

/** Queries in which every key of a query object says something, each on its own so that it is reached. */
function heavyQueries(world: HeavyWorld): Readonly<Record<string, Json>> {
  const extras = {
    where: 'n > 1',
    having: 'sum(v) > 0',
    time_grain_sqla: 'P1D',
    relative_start: 'today',
    relative_end: 'now',
  };
  const layer = heavyLayer(world);
  return {
    rows: {
      columns: ['n', 't', 'd', 'v', EXPRESSION],
      row_limit: 1_000,
      row_offset: 5,
      orderby: [['n', true]],
      filters: FILTERS,
      extras: { where: 'n > 1' },
    },
    groups: { ...BY_DAY, filters: FILTERS, extras, having: 'sum(v) > 0', order_desc: true },
    series: {
      ...BY_DAY,
      series_columns: ['t'],
      series_limit: 5,
      series_limit_metric: SUM,
      group_others_when_limit_reached: true,
    },
    'other times': {
      ...BY_DAY,
      time_offsets: ['1 week ago', '1 year ago'],
      time_shift: '1 day',
      applied_time_extras: { __time_range: 'x' },
    },
    annotations: {
      ...BY_DAY,
      annotation_layers: [layer, { ...layer, sourceType: 'table', value: world.chart }],
    },
    'old words': {
      groupby: ['t'],
      granularity_sqla: 'd',
      timeseries_limit: 3,
      timeseries_limit_metric: SUM,
      where: 'n > 1',
      metrics: ['count'],
    },
    parameters: {
      columns: ['t'],
      metrics: ['count'],
      url_params: { a: 'b' },
      custom_params: { a: 'b' },
      custom_form_data: { a: 'b' },
      is_rowcount: true,
    },
  };
}

/** Whole questions: those queries, every form of answer, and every step of post-processing. */
export function heavyQuestions(world: HeavyWorld): [name: string, context: Json][] {
  const context = (query: Json, more: Json = {}): Json => ({
    datasource: { id: world.mid, type: 'table' },
    queries: [query],
    form_data: { viz_type: 'table' },
    force: true,
    result_type: 'full',
    result_format: 'json',
    custom_cache_timeout: 10,
    ...more,
  });
  return [
    ...Object.entries(heavyQueries(world)).map(([name, query]): [string, Json] => [name, context(query)]),
    ['form data', context({ columns: ['t'], metrics: ['count'] }, { form_data: heavyForm('table', world) })],
    ['samples', context({ columns: ['n'], row_limit: 10 }, { result_type: 'samples' })],
    ['a CSV', context(BY_DAY, { result_format: 'csv' })],
    ['a workbook', context(BY_DAY, { result_format: 'xlsx' })],
    [
      'shaped for reading',
      context(BY_DAY, { result_type: 'post_processed', form_data: heavyForm('pivot_table_v2', world) }),
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
