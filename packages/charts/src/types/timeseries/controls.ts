import { columnLabel, type JsonValue } from '@chartroom/model';
import { advancedAnalytics, annotations, predictiveAnalytics } from '../../controls/analytics-sections.ts';
import {
  colorScheme,
  currencyFormat,
  labelInterval,
  labelRotation,
  legend,
  timeFormat,
  valueFormat,
} from '../../controls/appearance-controls.ts';
import { plainChoices, SORT_CHOICES } from '../../controls/choices.ts';
import type { Choice, Control, ControlPanel, ControlState, Section } from '../../controls/control.ts';
import {
  checkbox,
  laidOut,
  radio,
  redrawing,
  select,
  slider,
  special,
  text,
} from '../../controls/control-makers.ts';
import {
  adhocFilters,
  forceCategorical,
  groupby,
  groupOthers,
  manyMetrics,
  orderDescending,
  rowLimit,
  seriesLimit,
  sortBy,
  timeGrain,
  xAxis,
  xAxisSort,
  xAxisSortAscending,
} from '../../controls/query-controls.ts';
import { axisTitle, plainTitles, type TitleLabels } from '../../controls/title-section.ts';
import { all, equals, isSet, not } from '../../controls/visibility.ts';
import { columnsOf } from '../../question/read-form.ts';

/** What sets the panel of one member of the family apart. */
export interface FamilyPanel {
  /** Ways to stack, besides none; absent when the mark is not stacked. */
  stack?: readonly string[];
  /** Choices for the form of the line, where the type leaves one. */
  seriesType?: { label: string; choices: readonly Choice[]; value: JsonValue };
  /** The area below a line: a choice, or always there. */
  area?: 'choice' | 'always';
  /** Largest marker; absent when the mark has none. */
  markerMax?: number;
  /** May lie on its side: bars. */
  turns?: boolean;
}

const isHorizontal = equals('orientation', 'horizontal');
const isVertical = not(isHorizontal);

/** The panel of a member of the family (contract, time-series family). */
export function familyControls(panel: FamilyPanel): ControlPanel {
  const orientation = panel.turns ? [orientationSection] : [];
  const titles = panel.turns ? turningTitles : plainTitles;
  return {
    sections: [
      query,
      advancedAnalytics,
      annotations,
      predictiveAnalytics,
      ...orientation,
      titles,
      chartOptions(panel),
    ],
  };
}

const query: Section = {
  label: 'Query',
  tab: 'data',
  expanded: true,
  ...laidOut(
    xAxis(),
    timeGrain(),
    forceCategorical,
    xAxisSort,
    xAxisSortAscending,
    manyMetrics,
    groupby,
    select(
      'contributionMode',
      'Contribution Mode',
      [
        [null, 'None'],
        ['row', 'Row'],
        ['column', 'Series'],
      ],
      null,
    ),
    adhocFilters,
    [seriesLimit('limit'), groupOthers],
    sortBy('timeseries_limit_metric'),
    orderDescending,
    rowLimit(10000),
    checkbox('truncate_metric', 'Truncate Metric', true),
    checkbox('show_empty_columns', 'Show empty columns', true),
  ),
};

const orientationSection: Section = {
  label: 'Chart Orientation',
  tab: 'customize',
  expanded: true,
  ...laidOut({
    ...radio(
      'orientation',
      'Bar orientation',
      [
        ['vertical', 'Vertical'],
        ['horizontal', 'Horizontal'],
      ],
      'vertical',
    ),
    renderTrigger: true,
  }),
};

const TURNING_TITLES: TitleLabels = {
  title: 'Axis Title',
  margin: 'Axis title margin',
  position: 'Axis title position',
};

/** The axis of values is the y-axis of upright bars and the x-axis of lying ones; so are its controls. */
const turningTitles: Section = {
  label: 'Chart Title',
  tab: 'customize',
  expanded: true,
  ...laidOut(
    'X Axis',
    ...shownWhen(isVertical, axisTitle('x', TURNING_TITLES)),
    ...shownWhen(isHorizontal, axisTitle('y', TURNING_TITLES)),
    'Y Axis',
    ...shownWhen(isHorizontal, axisTitle('x', TURNING_TITLES)),
    ...shownWhen(isVertical, axisTitle('y', TURNING_TITLES)),
  ),
};

function shownWhen(condition: (state: ControlState) => boolean, controls: readonly Control[]): Control[] {
  return controls.map((control) => ({
    ...control,
    visible: control.visible ? all(condition, control.visible) : condition,
    resetOnHide: false,
  }));
}

/**
 * How series are ordered.
 *
 * @param suffix at the end of the names of the controls, where a chart has several lists of series
 */
export function seriesOrder(suffix = ''): Control[] {
  return redrawing(
    select(`sort_series_type${suffix}`, 'Sort Series By', SORT_CHOICES, 'sum'),
    checkbox(`sort_series_ascending${suffix}`, 'Sort Series Ascending', false),
  );
}

/** Whether a series of another time looks like the one that it belongs to. */
export const timeShiftColor: Control = checkbox(
  'time_shift_color',
  'Match time shift color with original series',
  true,
  { renderTrigger: true, visible: isSet('time_compare') },
);

function chartOptions(panel: FamilyPanel): Section {
  const order = seriesOrder();
  const axes = panel.turns ? turningAxes() : plainAxes();
  return {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    ...laidOut(
      'Series Order',
      ...order,
      colorScheme,
      timeShiftColor,
      ...markControls(panel),
      'Legend',
      ...legend,
      ...axes,
    ),
  };
}

function markControls(panel: FamilyPanel): Control[] {
  const { seriesType, area, markerMax } = panel;
  const opacity = slider('opacity', 'Area chart opacity', 0.2, {
    min: 0,
    max: 1,
    step: 0.1,
    ...(area === 'choice' ? { visible: isSet('area') } : {}),
  });
  const markers =
    markerMax === undefined
      ? []
      : [
          checkbox('markerEnabled', 'Marker', false),
          slider('markerSize', 'Marker Size', 6, { min: 0, max: markerMax, visible: isSet('markerEnabled') }),
        ];
  const zoom = checkbox('zoomable', 'Data Zoom', false);
  const ticks = checkbox('minorTicks', 'Minor ticks', false);
  return redrawing(
    ...(seriesType ? [select('seriesType', seriesType.label, seriesType.choices, seriesType.value)] : []),
    ...(area === 'always' ? [opacity] : []),
    ...valueControls(panel),
    ...(area === 'choice' ? [checkbox('area', 'Area Chart', false), opacity] : []),
    ...(area === 'always' ? [checkbox('show_extra_controls', 'Extra Controls', false)] : []),
    ...markers,
    ...(area === 'always' || panel.turns ? [ticks, zoom] : [zoom, ticks]),
  );
}

function valueControls({ stack, turns }: FamilyPanel): Control[] {
  const onlyTotal = checkbox('only_total', 'Only Total', true, {
    visible: all(isSet('show_value'), isSet('stack')),
  });
  const showValue = checkbox('show_value', 'Show Value', false);
  if (!stack) return [showValue, onlyTotal];
  const threshold = text('percentage_threshold', 'Percentage threshold', 0, {
    isFloat: true,
    visible: all(isSet('show_value'), isSet('stack'), not(isSet('only_total'))),
  });
  const stacking = select('stack', 'Stacked Style', [[null, 'None'], ...plainChoices(stack)], null);
  return [showValue, stacking, onlyTotal, threshold, ...(turns ? [stackDimension] : [])];
}

const stackDimension: Control = {
  ...select('stackDimension', 'Split stack by', undefined, undefined, {
    fromDatasource: true,
    visible: equals('stack', 'Stack'),
  }),
  choicesFrom: ({ form }) => plainChoices(columnsOf(form.groupby).map(columnLabel)),
};

/** Bounds of the axis along which values stand. */
export const xRange: Control[] = redrawing(
  checkbox('truncateXAxis', 'Truncate X Axis', true),
  special('BoundsControl', 'xAxisBounds', 'X Axis Bounds', undefined, { visible: isSet('truncateXAxis') }),
);

/** What tooltips tell. */
export const tooltip: Control[] = redrawing(
  checkbox('rich_tooltip', 'Rich tooltip', true),
  checkbox('showTooltipTotal', 'Show total', true, { visible: isSet('rich_tooltip') }),
  checkbox('showTooltipPercentage', 'Show percentage', false, {
    visible: all(isSet('rich_tooltip'), not(isSet('contributionMode'))),
  }),
  checkbox('tooltipSortByMetric', 'Tooltip sort by metric', false, { visible: isSet('rich_tooltip') }),
  timeFormat('tooltipTimeFormat', 'Tooltip time format', { clearable: false }),
);

/** Labels of the axis along which values stand. */
export const xLabels: Control[] = [
  timeFormat('x_axis_time_format', 'Time format'),
  labelRotation,
  labelInterval,
];

interface RangeLabels {
  format: string;
  log: string;
  truncate: string;
  bounds: string;
}

function yRange(labels: RangeLabels, between: readonly Control[] = []): Control[] {
  return [
    valueFormat(labels.format),
    currencyFormat,
    ...redrawing(
      checkbox('logAxis', labels.log, false),
      checkbox('minorSplitLine', 'Minor Split Line', false),
      ...between,
      checkbox('truncateYAxis', labels.truncate, false),
      special('BoundsControl', 'y_axis_bounds', labels.bounds, [null, null], {
        visible: isSet('truncateYAxis'),
      }),
    ),
  ];
}

function plainAxes() {
  const labels = {
    format: 'Y Axis Format',
    log: 'Logarithmic y-axis',
    truncate: 'Truncate Y Axis',
    bounds: 'Y Axis Bounds',
  };
  return ['X Axis', ...xLabels, 'Tooltip', ...tooltip, 'Y Axis', ...yRange(labels, xRange)];
}

function turningAxes() {
  const values = yRange({
    format: 'Axis Format',
    log: 'Logarithmic axis',
    truncate: 'Truncate Axis',
    bounds: 'Axis Bounds',
  });
  const valuesWhen = (condition: (state: ControlState) => boolean) =>
    values.map((control) =>
      control.name === 'currency_format' ? control : (shownWhen(condition, [control])[0] ?? control),
    );
  return [
    'X Axis',
    ...shownWhen(isVertical, xLabels),
    ...valuesWhen(isHorizontal),
    ...xRange,
    'Tooltip',
    ...tooltip,
    'Y Axis',
    ...shownWhen(isHorizontal, xLabels),
    ...valuesWhen(isVertical),
  ];
}
