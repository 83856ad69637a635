import { analyticsSection, annotations } from '../../controls/analytics-sections.ts';
import { colorScheme, currencyFormat, legend, numberFormat } from '../../controls/appearance-controls.ts';
import type { Choice, Control, ControlPanel, Section } from '../../controls/control.ts';
import {
  checkbox,
  laidOut,
  redrawing,
  select,
  slider,
  special,
  text,
} from '../../controls/control-makers.ts';
import {
  adhocFilters,
  groupby,
  manyMetrics,
  orderDescendingAlways,
  rowLimit,
  seriesLimit,
  sortBy,
  timeGrain,
  xAxis,
} from '../../controls/query-controls.ts';
import { plainTitles } from '../../controls/title-section.ts';
import { all, isSet } from '../../controls/visibility.ts';
import { seriesOrder, timeShiftColor, tooltip, xLabels, xRange } from '../timeseries/controls.ts';

const MARKS: readonly Choice[] = [
  ['line', 'Line'],
  ['scatter', 'Scatter'],
  ['smooth', 'Smooth Line'],
  ['bar', 'Bar'],
  ['start', 'Step - start'],
  ['middle', 'Step - middle'],
  ['end', 'Step - end'],
];

const AXES: readonly Choice[] = [
  [0, 'Primary'],
  [1, 'Secondary'],
];

/** What a question asks; the keys of the second have a suffix. */
function query(label: string, suffix: string): Section {
  const controls: readonly Control[] = [
    manyMetrics,
    groupby,
    adhocFilters,
    seriesLimit('limit'),
    sortBy('timeseries_limit_metric'),
    orderDescendingAlways,
    rowLimit(10000),
    checkbox('truncate_metric', 'Truncate Metric', true),
  ];
  const named = controls.map((control) => ({ ...control, name: `${control.name}${suffix}` }));
  return { label, tab: 'data', expanded: true, ...laidOut(...named) };
}

/** How the series of a question are drawn. */
function marks(suffix: string): Control[] {
  const named = (name: string) => `${name}${suffix}`;
  return redrawing(
    select(named('seriesType'), 'Series type', MARKS, 'line'),
    checkbox(named('stack'), 'Stack series', false),
    checkbox(named('area'), 'Area chart', false),
    checkbox(named('show_value'), 'Show Values', undefined),
    checkbox(named('only_total'), 'Only Total', true, {
      visible: all(isSet(named('show_value')), isSet(named('stack'))),
    }),
    slider(named('opacity'), 'Opacity', 0.2, { min: 0, max: 1, step: 0.1 }),
    checkbox(named('markerEnabled'), 'Marker', false),
    slider(named('markerSize'), 'Marker size', 6, { min: 0, max: 100 }),
    select(named('yAxisIndex'), 'Y Axis', AXES, 0, { clearable: false }),
  );
}

/** Sums across two questions mean nothing: there are none in the tooltips. */
const tooltips = tooltip.map((control) =>
  control.name.startsWith('showTooltip') ? { ...control, visible: () => false } : control,
);

const valueAxes: Control[] = redrawing(
  checkbox('minorSplitLine', 'Minor Split Line', false),
  ...xRange,
  checkbox('truncateYAxis', 'Truncate Y Axis', false),
  special('BoundsControl', 'y_axis_bounds', 'Primary y-axis Bounds', [null, null]),
  numberFormat('y_axis_format', 'Primary y-axis format', { fromDatasource: true }),
  currencyFormat,
  checkbox('logAxis', 'Logarithmic y-axis', false),
  special('BoundsControl', 'y_axis_bounds_secondary', 'Secondary y-axis Bounds', [null, null]),
  numberFormat('y_axis_format_secondary', 'Secondary y-axis format', { fromDatasource: true }),
  { ...currencyFormat, name: 'currency_format_secondary', label: 'Secondary currency format' },
  text('yAxisTitleSecondary', 'Secondary y-axis title', ''),
  checkbox('logAxisSecondary', 'Logarithmic y-axis', false),
);

export const controls: ControlPanel = {
  sections: [
    { label: 'Shared query fields', tab: 'data', expanded: true, ...laidOut(xAxis(), timeGrain()) },
    query('Query A', ''),
    analyticsSection('Advanced analytics Query A'),
    query('Query B', '_b'),
    analyticsSection('Advanced analytics Query B', '_b'),
    annotations,
    plainTitles,
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        colorScheme,
        timeShiftColor,
        'Query A',
        ...marks(''),
        'Series Order',
        ...seriesOrder(),
        'Query B',
        ...marks('B'),
        'Series Order',
        ...seriesOrder('B'),
        ...redrawing(checkbox('zoomable', 'Data Zoom', false), checkbox('minorTicks', 'Minor ticks', false)),
        'Legend',
        ...legend,
        'X Axis',
        ...xLabels,
        'Tooltip',
        ...redrawing(checkbox('show_query_identifiers', 'Show query identifiers', false)),
        ...tooltips,
        'Y Axis',
        ...valueAxes,
      ),
    },
  ],
};
