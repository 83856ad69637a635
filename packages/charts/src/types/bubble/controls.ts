import {
  colorScheme,
  labelInterval,
  labelRotation,
  legend,
  numberFormat,
  valueFormat,
} from '../../controls/appearance-controls.ts';
import { plainChoices, TITLE_MARGINS } from '../../controls/choices.ts';
import type { Control, ControlPanel } from '../../controls/control.ts';
import {
  checkbox,
  laidOut,
  metrics,
  REQUIRED,
  redrawing,
  select,
  slider,
  special,
  text,
} from '../../controls/control-makers.ts';
import { adhocFilters, rowLimit } from '../../controls/query-controls.ts';
import { isSet } from '../../controls/visibility.ts';

/** Largest bubbles offered; the size is read as pixels, half across. */
export const BUBBLE_SIZES = plainChoices(['5', '10', '15', '25', '50', '75', '100']);

function oneColumn(name: string, label: string, further: Partial<Control> = {}): Control {
  const common = { freeForm: true, clearable: true, fromDatasource: true };
  return special('DndColumnSelect', name, label, null, { ...common, ...further });
}

/** What bubbles are and where they stand. */
export const bubbleFields: Control[] = [
  oneColumn('series', 'Dimension'),
  oneColumn('entity', 'Entity', REQUIRED),
  metrics('x', 'X Axis', null, REQUIRED),
  metrics('y', 'Y Axis', null, REQUIRED),
  adhocFilters,
  metrics('size', 'Bubble Size', null, REQUIRED),
];

function titleMargin(axis: 'x' | 'y'): Control {
  const label = `${axis.toUpperCase()} axis title margin`;
  return select(`${axis}_axis_title_margin`, label, TITLE_MARGINS, 30, { freeForm: true, clearable: true });
}

const titleRotation: Control = select(
  'yAxisLabelRotation',
  'Rotate y axis label',
  [
    [0, '0°'],
    [45, '45°'],
  ],
  0,
  { freeForm: true, clearable: false },
);

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        ...bubbleFields,
        metrics('orderby', 'Sort query by', null),
        checkbox('order_desc', 'Sort Descending', true, { visible: isSet('orderby') }),
        rowLimit(10000),
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        colorScheme,
        'Legend',
        ...legend,
        ...redrawing(
          select('max_bubble_size', 'Max Bubble Size', BUBBLE_SIZES, '25', { freeForm: true }),
          numberFormat('tooltipSizeFormat', 'Bubble size number format', { fromDatasource: true }),
          slider('opacity', 'Bubble Opacity', 0.6, { min: 0, max: 1, step: 0.1 }),
        ),
      ),
    },
    {
      label: 'X Axis',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        ...redrawing(
          text('x_axis_label', 'X Axis Title', ''),
          labelRotation,
          labelInterval,
          titleMargin('x'),
          numberFormat('xAxisFormat', 'X Axis Format', { fromDatasource: true }),
          checkbox('logXAxis', 'Logarithmic x-axis', undefined),
        ),
      ),
    },
    {
      label: 'Y Axis',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        ...redrawing(
          text('y_axis_label', 'Y Axis Title', ''),
          titleRotation,
          titleMargin('y'),
          valueFormat('Y Axis Format'),
          checkbox('logYAxis', 'Logarithmic y-axis', undefined),
          checkbox('truncateXAxis', 'Truncate X Axis', true),
          special('BoundsControl', 'xAxisBounds', 'X Axis Bounds', undefined, {
            visible: isSet('truncateXAxis'),
          }),
          checkbox('truncateYAxis', 'Truncate Y Axis', false),
          special('BoundsControl', 'y_axis_bounds', 'Y Axis Bounds', [null, null], {
            visible: isSet('truncateYAxis'),
          }),
        ),
      ),
    },
  ],
};
