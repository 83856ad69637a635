import { currencyFormat, ticksLayout, timeFormat, valueFormat } from '../../controls/appearance-controls.ts';
import type { Control, ControlPanel } from '../../controls/control.ts';
import { checkbox, columns, laidOut, redrawing, special, text } from '../../controls/control-makers.ts';
import { adhocFilters, oneMetric, rowLimit, timeGrain, xAxis } from '../../controls/query-controls.ts';
import { DECREASE, INCREASE, type Rgb, TOTAL } from './colors.ts';

function color(name: string, label: string, [r, g, b]: Rgb): Control {
  return special('ColorPickerControl', name, label, { r, g, b, a: 1 });
}

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        xAxis(),
        timeGrain(),
        columns('groupby', 'Breakdowns', {
          description: 'What each step is made of; after each comes the total so far.',
        }),
        oneMetric,
        adhocFilters,
        rowLimit(10000),
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        ...redrawing(
          checkbox('show_value', 'Show Value', false),
          checkbox('show_legend', 'Show legend', false),
        ),
        'Series colors',
        redrawing(
          color('increase_color', 'Increase', INCREASE),
          color('decrease_color', 'Decrease', DECREASE),
          color('total_color', 'Total', TOTAL),
        ),
        'X Axis',
        ...redrawing(text('x_axis_label', 'X Axis Label', '')),
        timeFormat('x_axis_time_format', 'Time format'),
        ticksLayout('auto', 'flat', '45°', '90°', 'staggered'),
        'Y Axis',
        ...redrawing(text('y_axis_label', 'Y Axis Label', '')),
        valueFormat('Y Axis Format'),
        currencyFormat,
      ),
    },
  ],
};
