import { valueFormat } from './appearance-controls.ts';
import { plainChoices } from './choices.ts';
import type { Control } from './control.ts';
import { checkbox, redrawing, select, special, text } from './control-makers.ts';

const MARGINS = plainChoices(['auto', 50, 75, 100, 125, 150, 200]);

/** Pixels between an axis and the edge of the picture, as charts of before have them. */
export function axisMargin(name: string, label: string): Control {
  return select(name, label, MARGINS, 'auto', { freeForm: true, clearable: false });
}

/** What charts of before ask of the axis along which they run: title, margin, ends. */
export const olderAlong = redrawing(
  text('x_axis_label', 'X Axis Label', ''),
  axisMargin('bottom_margin', 'Bottom Margin'),
  checkbox('x_axis_showminmax', 'X bounds', false),
);

/** What they ask of the axis of values: title, margin, ends, scale, format and bounds. */
export const olderValues: readonly Control[] = [
  ...redrawing(
    text('y_axis_label', 'Y Axis Label', ''),
    axisMargin('left_margin', 'Left Margin'),
    checkbox('y_axis_showminmax', 'Y bounds', false),
    checkbox('y_log_scale', 'Y Log Scale', false),
  ),
  valueFormat('Y Axis Format'),
  ...redrawing(special('BoundsControl', 'y_axis_bounds', 'Y Axis Bounds', [null, null])),
];
