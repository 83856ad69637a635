import { describe, expect, test } from 'vitest';
import { successorOf } from './chart-types.ts';

const FILTER = {
  clause: 'WHERE',
  operator: 'TEMPORAL_RANGE',
  subject: 'day',
  comparator: 'Last year',
  expressionType: 'SIMPLE',
};
const TIME = { granularity_sqla: 'day', time_range: 'Last year' };
/** What every series over time gets. */
const SERIES = {
  contributionMode: null,
  zoomable: false,
  markerEnabled: false,
  truncateYAxis: true,
  comparison_type: 'values',
};

/** Old type, old form, new type, new form. */
const CASES: [string, object, string, object][] = [
  ['treemap', { metrics: ['a', 'b'], order_desc: true }, 'treemap_v2', { metric: 'a', sort_by_metric: true }],
  [
    'pivot_table',
    {
      groupby: ['r'],
      columns: ['c'],
      pandas_aggfunc: 'std',
      pivot_margins: true,
      number_format: 'd',
      row_limit: 5,
      ...TIME,
    },
    'pivot_table_v2',
    {
      groupbyRows: ['r'],
      groupbyColumns: ['c'],
      aggregateFunction: 'Sample Standard Deviation',
      colTotals: true,
      colSubTotals: true,
      valueFormat: 'd',
      series_limit: 5,
      rowOrder: 'value_z_to_a',
      adhoc_filters: [FILTER],
    },
  ],
  [
    'dual_line',
    {
      metric: 'a',
      metric_2: 'b',
      y_axis_2_format: '.1f',
      x_axis_format: '%Y',
      adhoc_filters: [{ subject: 'x' }],
      ...TIME,
    },
    'mixed_timeseries',
    {
      metrics: ['a'],
      metrics_b: ['b'],
      yAxisIndex: 0,
      yAxisIndexB: 1,
      truncateYAxis: true,
      y_axis_format_secondary: '.1f',
      x_axis_time_format: '%Y',
      x_axis: 'day',
      time_grain_sqla: 'P1D',
      adhoc_filters: [{ subject: 'x' }, FILTER],
      adhoc_filters_b: [{ subject: 'x' }, FILTER],
    },
  ],
  ['sunburst', { groupby: ['a', 'b'], metric: 'm' }, 'sunburst_v2', { columns: ['a', 'b'], metric: 'm' }],
  [
    'line',
    {
      ...TIME,
      time_grain_sqla: 'P1M',
      contribution: true,
      show_brush: 'yes',
      show_markers: true,
      x_axis_label: 'Day',
      bottom_margin: 'auto',
      x_ticks_layout: '45°',
      y_axis_showminmax: false,
      y_log_scale: true,
      time_compare: ['1 week', ''],
      comparison_type: 'absolute',
      rich_tooltip: true,
      reduce_x_ticks: true,
    },
    'echarts_timeseries_line',
    {
      contributionMode: 'row',
      zoomable: true,
      markerEnabled: true,
      truncateYAxis: true,
      x_axis_title: 'Day',
      x_axis_title_margin: 30,
      xAxisLabelRotation: 45,
      logAxis: true,
      time_compare: ['1 week ago'],
      comparison_type: 'difference',
      rich_tooltip: true,
      x_axis: 'day',
      time_grain_sqla: 'P1M',
      adhoc_filters: [FILTER],
    },
  ],
  ['line', { line_interpolation: 'cardinal' }, 'echarts_timeseries_smooth', SERIES],
  ['line', { line_interpolation: 'step-after' }, 'echarts_timeseries_step', { ...SERIES, seriesType: 'end' }],
  ['area', { stacked_style: 'expand' }, 'echarts_area', { ...SERIES, stack: 'Expand', opacity: 0.7 }],
  [
    'bar',
    { bar_stacked: true, show_bar_value: true },
    'echarts_timeseries_bar',
    { ...SERIES, stack: 'Stack', show_value: true },
  ],
  [
    'dist_bar',
    { groupby: ['a', 'b'], columns: ['c'], ...TIME },
    'echarts_timeseries_bar',
    {
      ...SERIES,
      x_axis: 'a',
      groupby: ['b', 'c'],
      stack: null,
      xAxisLabelRotation: 45,
      adhoc_filters: [FILTER],
    },
  ],
  [
    'bubble',
    { limit: 9, x_axis_label: 'X', left_margin: 40, x_log_scale: true, x_axis_showminmax: true },
    'bubble_v2',
    {
      row_limit: 9,
      x_axis_label: 'X',
      x_axis_title_margin: 30,
      y_axis_title_margin: 40,
      logXAxis: true,
      truncateYAxis: true,
    },
  ],
  [
    'heatmap',
    { all_columns_x: 'a', all_columns_y: 'b', show_perc: true, y_axis_bounds: [0, 1], sort_by_metric: true },
    'heatmap_v2',
    { x_axis: 'a', groupby: 'b', show_percentage: true, value_bounds: [0, 1], legend_type: 'continuous' },
  ],
  [
    'histogram',
    { all_columns_x: ['a'], link_length: '12', normalized: true, x_axis_label: 'X' },
    'histogram_v2',
    { column: 'a', bins: 12, normalize: true, x_axis_title: 'X', groupby: [] },
  ],
  ['sankey', { groupby: ['a', 'b'], metric: 'm' }, 'sankey_v2', { source: 'a', target: 'b', metric: 'm' }],
];

describe('forms of former chart types', () => {
  test.each(CASES)('%s', (before, old, viz_type, params) => {
    expect(successorOf(before, { viz_type: before, ...old })).toEqual({
      viz_type,
      params: { ...params, viz_type },
    });
  });

  test('a new name that stood in the old form gives way', () => {
    expect(successorOf('treemap', { order_desc: false, sort_by_metric: true })?.params).toEqual({
      sort_by_metric: false,
      viz_type: 'treemap_v2',
    });
  });

  test('a time column that is an expression is filtered by its name', () => {
    const column = { label: 'later', sqlExpression: 'day + 1' };
    expect(
      successorOf('sunburst', { granularity_sqla: column, time_range: 'Last year' })?.params.adhoc_filters,
    ).toEqual([
      {
        clause: 'WHERE',
        operator: 'TEMPORAL_RANGE',
        subject: 'later',
        comparator: null,
        expressionType: 'SQL',
        sqlExpression: 'day + 1',
      },
    ]);
  });

  test('other types stay, whatever they are called', () => {
    for (const type of ['table', 'echarts_timeseries_line', 'toString', ''])
      expect(successorOf(type, {})).toBeUndefined();
  });
});
