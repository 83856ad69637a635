import { colorScheme, currencyFormat, numberFormat } from '../../controls/appearance-controls.ts';
import { plainChoices } from '../../controls/choices.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { checkbox, laidOut, redrawing, slider, text } from '../../controls/control-makers.ts';
import { adhocFilters, groupby, oneMetric, rowLimit } from '../../controls/query-controls.ts';

/** More pointers than these cannot be told apart. */
const ROWS = plainChoices([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        groupby,
        oneMetric,
        adhocFilters,
        { ...rowLimit(10), choices: ROWS },
        checkbox('sort_by_metric', 'Sort by metric', undefined),
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        'General',
        redrawing(
          text('min_val', 'Min', null, { isInt: true, description: 'Least value of the axis' }),
          text('max_val', 'Max', null, { isInt: true, description: 'Largest value of the axis' }),
        ),
        redrawing(
          text('start_angle', 'Start angle', 225, { description: 'Degrees at which the axis starts' }),
          text('end_angle', 'End angle', -45, { description: 'Degrees at which the axis ends' }),
        ),
        colorScheme,
        ...redrawing(slider('font_size', 'Font size', 15, { min: 10, max: 20 })),
        numberFormat('number_format', 'Number format'),
        currencyFormat,
        ...redrawing(
          text('value_formatter', 'Value format', '{value}', {
            description: 'Text around each value, which takes the place of {value}: {value} km/h',
          }),
          checkbox('show_pointer', 'Show pointer', true),
          checkbox('animation', 'Animation', true),
        ),
        'Axis',
        ...redrawing(
          checkbox('show_axis_tick', 'Show axis line ticks', false),
          checkbox('show_split_line', 'Show split lines', false),
          slider('split_number', 'Split number', 10, { min: 3, max: 30 }),
        ),
        'Progress',
        ...redrawing(
          checkbox('show_progress', 'Show progress', true),
          checkbox('overlap', 'Overlap', true, {
            description: 'Whether the arcs lie over each other; otherwise side by side',
          }),
          checkbox('round_cap', 'Round cap', false),
        ),
        'Intervals',
        ...redrawing(
          text('intervals', 'Interval bounds', '', {
            description: 'Upper ends of the intervals, separated by commas: 2,4,5 for 0-2, 2-4 and 4-5',
          }),
          text('interval_color_indices', 'Interval colors', '', {
            description:
              'Colors of the intervals by their places in the color scheme, from 1, separated by commas',
          }),
        ),
      ),
    },
  ],
};
