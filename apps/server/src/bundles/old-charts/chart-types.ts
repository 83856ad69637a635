import { isJsonObject, ownMember } from '@chartroom/model';

type Form = Record<string, unknown>;

/** How the form of a chart type of former days becomes that of one of today (contract/charts.md §1.13). */
interface Successor {
  type: string | ((old: Form) => string);
  /** Values that are made of several old ones, or said differently; they are named as in the old form where `renamed` names them. */
  changed?: (old: Form) => Form;
  renamed?: Readonly<Record<string, string>>;
  dropped?: readonly string[];
  /** The time column becomes the x-axis. */
  hasTimeAxis?: boolean;
}

/** Axes, margins and comparisons, which all series over time had alike. */
const SERIES_RENAMED = {
  bottom_margin: 'x_axis_title_margin',
  left_margin: 'y_axis_title_margin',
  show_controls: 'show_extra_controls',
  x_axis_label: 'x_axis_title',
  x_axis_format: 'x_axis_time_format',
  x_axis_showminmax: 'truncateXAxis',
  x_ticks_layout: 'xAxisLabelRotation',
  y_axis_label: 'y_axis_title',
  y_axis_showminmax: 'truncateYAxis',
  y_log_scale: 'logAxis',
};
const SERIES_DROPPED = ['contribution', 'line_interpolation', 'reduce_x_ticks', 'show_brush', 'show_markers'];

function changedSeries(old: Form): Form {
  const compared = listOf(old.time_compare).filter((each) => typeof each === 'string' && each !== '');
  return {
    contributionMode: old.contribution ? 'row' : null,
    zoomable: old.show_brush === 'yes',
    markerEnabled: old.show_markers || false,
    y_axis_showminmax: true,
    ...titleMargin(old, 'x_axis_label', 'bottom_margin'),
    ...titleMargin(old, 'y_axis_label', 'left_margin'),
    ...(old.time_compare ? { time_compare: compared.map((each) => `${each} ago`) } : {}),
    comparison_type: old.comparison_type === 'absolute' ? 'difference' : old.comparison_type || 'values',
    ...rotation(old),
  };
}

/** A title needs room that the old margins made by themselves. */
function titleMargin(old: Form, title: string, margin: string): Form {
  return old[title] && (!old[margin] || old[margin] === 'auto') ? { [margin]: 30 } : {};
}

function rotation({ x_ticks_layout: layout }: Form): Form {
  return layout ? { x_ticks_layout: layout === '45°' ? 45 : 0 } : {};
}

const AGGREGATES: Readonly<Record<string, string>> = {
  sum: 'Sum',
  mean: 'Average',
  median: 'Median',
  min: 'Minimum',
  max: 'Maximum',
  std: 'Sample Standard Deviation',
  var: 'Sample Variance',
};
const AREA_STACKS: Readonly<Record<string, string>> = { expand: 'Expand', stack: 'Stack', stream: 'Stream' };
const STEPS: Readonly<Record<string, string>> = { 'step-before': 'start', 'step-after': 'end' };

const SUCCESSORS: Readonly<Record<string, Successor>> = {
  treemap: {
    type: 'treemap_v2',
    changed: ({ metrics }) => (Array.isArray(metrics) && metrics.length > 0 ? { metric: metrics[0] } : {}),
    renamed: { order_desc: 'sort_by_metric' },
    dropped: ['metrics'],
  },
  pivot_table: {
    type: 'pivot_table_v2',
    changed: ({ pivot_margins: margins, pandas_aggfunc: aggregate }) => ({
      ...(margins ? { colTotals: margins, colSubTotals: margins } : {}),
      ...(aggregate ? { pandas_aggfunc: ownMember(AGGREGATES, String(aggregate)) ?? aggregate } : {}),
      rowOrder: 'value_z_to_a',
    }),
    renamed: {
      columns: 'groupbyColumns',
      combine_metric: 'combineMetric',
      groupby: 'groupbyRows',
      number_format: 'valueFormat',
      pandas_aggfunc: 'aggregateFunction',
      row_limit: 'series_limit',
      timeseries_limit_metric: 'series_limit_metric',
      transpose_pivot: 'transposePivot',
    },
    dropped: ['pivot_margins'],
  },
  dual_line: {
    type: 'mixed_timeseries',
    hasTimeAxis: true,
    changed: ({ metric, metric_2 }) => ({
      yAxisIndex: 0,
      yAxisIndexB: 1,
      truncateYAxis: true,
      metrics: [metric],
      metrics_b: [metric_2],
    }),
    renamed: {
      x_axis_format: 'x_axis_time_format',
      y_axis_2_format: 'y_axis_format_secondary',
      y_axis_2_bounds: 'y_axis_bounds_secondary',
    },
    dropped: ['metric', 'metric_2'],
  },
  sunburst: { type: 'sunburst_v2', renamed: { groupby: 'columns' } },
  line: {
    type: ({ line_interpolation: shape }) => {
      if (shape === 'cardinal') return 'echarts_timeseries_smooth';
      return typeof shape === 'string' && Object.hasOwn(STEPS, shape)
        ? 'echarts_timeseries_step'
        : 'echarts_timeseries_line';
    },
    hasTimeAxis: true,
    changed: (old) => {
      const step = ownMember(STEPS, String(old.line_interpolation));
      return { ...changedSeries(old), ...(step === undefined ? {} : { seriesType: step }) };
    },
    renamed: SERIES_RENAMED,
    dropped: SERIES_DROPPED,
  },
  area: {
    type: 'echarts_area',
    hasTimeAxis: true,
    changed: (old) => ({
      ...changedSeries(old),
      stack: ownMember(AREA_STACKS, String(old.stacked_style || 'stack')) ?? null,
      opacity: 0.7,
    }),
    renamed: SERIES_RENAMED,
    dropped: [...SERIES_DROPPED, 'stacked_style'],
  },
  bar: {
    type: 'echarts_timeseries_bar',
    hasTimeAxis: true,
    changed: (old) => ({ ...changedSeries(old), stack: old.bar_stacked ? 'Stack' : null }),
    renamed: { ...SERIES_RENAMED, show_bar_value: 'show_value' },
    dropped: [...SERIES_DROPPED, 'bar_stacked'],
  },
  dist_bar: {
    type: 'echarts_timeseries_bar',
    changed: (old) => {
      const [axis, ...more] = listOf(old.groupby);
      return {
        ...changedSeries(old),
        ...(axis === undefined ? {} : { x_axis: axis }),
        groupby: [...more, ...listOf(old.columns)],
        stack: old.bar_stacked ? 'Stack' : null,
        x_ticks_layout: 45,
      };
    },
    renamed: { ...SERIES_RENAMED, show_bar_value: 'show_value' },
    dropped: [...SERIES_DROPPED, 'bar_stacked', 'columns'],
  },
  bubble: {
    type: 'bubble_v2',
    changed: (old) => ({
      ...titleMargin(old, 'x_axis_label', 'bottom_margin'),
      ...rotation(old),
      y_axis_showminmax: true,
    }),
    renamed: {
      bottom_margin: 'x_axis_title_margin',
      left_margin: 'y_axis_title_margin',
      limit: 'row_limit',
      x_axis_format: 'xAxisFormat',
      x_log_scale: 'logXAxis',
      x_ticks_layout: 'xAxisLabelRotation',
      y_axis_showminmax: 'truncateYAxis',
      y_log_scale: 'logYAxis',
    },
    dropped: ['x_axis_showminmax'],
  },
  heatmap: {
    type: 'heatmap_v2',
    changed: () => ({ legend_type: 'continuous' }),
    renamed: {
      all_columns_x: 'x_axis',
      all_columns_y: 'groupby',
      y_axis_bounds: 'value_bounds',
      show_perc: 'show_percentage',
    },
    dropped: ['sort_by_metric', 'canvas_image_rendering'],
  },
  histogram: {
    type: 'histogram_v2',
    changed: ({ all_columns_x: columns, link_length: bins, groupby }) => ({
      ...(listOf(columns).length > 0 ? { column: listOf(columns)[0] } : {}),
      bins: Number.parseInt(String(bins), 10) || 5,
      groupby: groupby || [],
    }),
    renamed: { x_axis_label: 'x_axis_title', y_axis_label: 'y_axis_title', normalized: 'normalize' },
    dropped: ['all_columns_x', 'link_length', 'queryFields'],
  },
  sankey: {
    type: 'sankey_v2',
    changed: ({ groupby }) => {
      const [source, target] = listOf(groupby);
      return target === undefined ? {} : { source, target };
    },
    dropped: ['groupby'],
  },
};

/** The form of a chart whose type has a successor today; undefined for all other types. */
export function successorOf(vizType: string, form: Form): { viz_type: string; params: Form } | undefined {
  const successor = Object.hasOwn(SUCCESSORS, vizType) ? SUCCESSORS[vizType] : undefined;
  if (!successor) return undefined;
  const viz_type = typeof successor.type === 'string' ? successor.type : successor.type(form);
  const { renamed = {}, dropped = [] } = successor;
  const old: Form = { ...form, ...successor.changed?.(form) };
  const params: Form = {};
  for (const [name, value] of Object.entries(old)) {
    // The new name may have stood in the old form with another meaning.
    const isOverwritten = Object.entries(renamed).some(([before, after]) => after === name && before in old);
    if (!dropped.includes(name) && !isOverwritten) params[renamed[name] ?? name] = value;
  }
  moveTime(params, successor.hasTimeAxis ?? false);
  if (viz_type === 'mixed_timeseries') params.adhoc_filters_b = params.adhoc_filters ?? [];
  return { viz_type, params: { ...params, viz_type } };
}

/** Time column and range were settings of their own; they are a filter now, and the x-axis where there is one. */
function moveTime(params: Form, hasTimeAxis: boolean): void {
  const { granularity_sqla: column, time_range: range } = params;
  delete params.granularity_sqla;
  delete params.time_range;
  if (!column) return;
  if (hasTimeAxis) {
    params.x_axis = column;
    params.time_grain_sqla ||= 'P1D';
  }
  const filter = isJsonObject(column)
    ? { subject: column.label, comparator: null, expressionType: 'SQL', sqlExpression: column.sqlExpression }
    : { subject: column, comparator: range || 'No filter', expressionType: 'SIMPLE' };
  params.adhoc_filters = [
    ...listOf(params.adhoc_filters),
    { clause: 'WHERE', operator: 'TEMPORAL_RANGE', ...filter },
  ];
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
}
