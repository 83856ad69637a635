import { colorScheme, numberFormat, ticksLayout, valueFormat } from '../../controls/appearance-controls.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { checkbox, laidOut, redrawing, select, special, text } from '../../controls/control-makers.ts';
import { axisMargin } from '../../controls/older-axes.ts';
import { seriesLimit } from '../../controls/query-controls.ts';
import { BUBBLE_SIZES, bubbleFields } from '../bubble/controls.ts';

const { renderTrigger: _asksAnew, ...scheme } = colorScheme;

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        ...bubbleFields,
        select('max_bubble_size', 'Max Bubble Size', BUBBLE_SIZES, '25', { freeForm: true }),
        seriesLimit('limit'),
      ),
    },
    {
      label: 'Chart Options',
      tab: 'data',
      expanded: true,
      ...laidOut(scheme, checkbox('show_legend', 'Legend', true, { renderTrigger: true })),
    },
    {
      label: 'X Axis',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        redrawing(text('x_axis_label', 'X Axis Label', ''), axisMargin('left_margin', 'Left Margin')),
        [numberFormat('x_axis_format', 'X Axis Format'), ticksLayout('auto', 'flat', '45°', 'staggered')],
        redrawing(
          checkbox('x_log_scale', 'X Log Scale', false),
          checkbox('x_axis_showminmax', 'X bounds', false),
        ),
      ),
    },
    {
      label: 'Y Axis',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        redrawing(text('y_axis_label', 'Y Axis Label', ''), axisMargin('bottom_margin', 'Bottom Margin')),
        [valueFormat('Y Axis Format')],
        redrawing(
          checkbox('y_log_scale', 'Y Log Scale', false),
          checkbox('y_axis_showminmax', 'Y bounds', false),
        ),
        redrawing(special('BoundsControl', 'y_axis_bounds', 'Y Axis Bounds', [null, null])),
      ),
    },
  ],
};
