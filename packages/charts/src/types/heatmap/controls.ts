import {
  currencyFormat,
  labelRotation,
  linearColorScheme,
  timeFormat,
  valueFormat,
} from '../../controls/appearance-controls.ts';
import { plainChoices } from '../../controls/choices.ts';
import type { Choice, ControlPanel } from '../../controls/control.ts';
import {
  checkbox,
  columns,
  laidOut,
  REQUIRED,
  redrawing,
  select,
  slider,
  special,
} from '../../controls/control-makers.ts';
import { adhocFilters, oneMetric, rowLimit, timeGrain, xAxis } from '../../controls/query-controls.ts';

const SORTS: readonly Choice[] = [
  ['alpha_asc', 'Axis ascending'],
  ['alpha_desc', 'Axis descending'],
  ['value_asc', 'Metric ascending'],
  ['value_desc', 'Metric descending'],
];

const INTERVALS: readonly Choice[] = [
  [-1, 'Auto'],
  ...plainChoices(Array.from({ length: 50 }, (_, index) => index + 1)),
];
const MARGINS: readonly Choice[] = [['auto', 'Auto'], ...plainChoices([50, 75, 100, 125, 150, 200])];
const LEGENDS: readonly Choice[] = [
  ['continuous', 'Continuous'],
  ['piecewise', 'Piecewise'],
];

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        xAxis('X-Axis'),
        timeGrain(),
        columns('groupby', 'Y-Axis', REQUIRED),
        oneMetric,
        adhocFilters,
        rowLimit(10000),
        select('sort_x_axis', 'Sort X Axis', SORTS, undefined, { clearable: true }),
        select('sort_y_axis', 'Sort Y Axis', SORTS, undefined, { clearable: true }),
        select('normalize_across', 'Normalize Across', plainChoices(['heatmap', 'x', 'y']), 'heatmap'),
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        select('legend_type', 'Legend Type', LEGENDS, 'continuous', {
          clearable: false,
          renderTrigger: true,
        }),
        linearColorScheme,
        redrawing(
          special('ColorPickerControl', 'border_color', 'Border color', { r: 0, g: 0, b: 0, a: 1 }),
          slider('border_width', 'Border width', 0, { min: 0, max: 2, step: 0.1 }),
        ),
        ...redrawing(
          select('xscale_interval', 'X-scale interval', INTERVALS, -1, { clearable: false }),
          select('yscale_interval', 'Y-scale interval', INTERVALS, -1, { clearable: false }),
          select('left_margin', 'Left Margin', MARGINS, 'auto', { freeForm: true, clearable: false }),
          select('bottom_margin', 'Bottom Margin', MARGINS, 'auto', { freeForm: true, clearable: false }),
          special('BoundsControl', 'value_bounds', 'Value bounds', [null, null]),
        ),
        valueFormat('Value Format'),
        timeFormat('x_axis_time_format', 'Time format'),
        labelRotation,
        currencyFormat,
        ...redrawing(
          checkbox('show_legend', 'Legend', true),
          checkbox('show_percentage', 'Show percentage', true),
          checkbox('show_values', 'Show Values', false),
          checkbox('normalized', 'Normalized', false),
        ),
      ),
    },
  ],
};
