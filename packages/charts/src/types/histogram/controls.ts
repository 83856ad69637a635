import { colorScheme, numberFormat } from '../../controls/appearance-controls.ts';
import { plainChoices } from '../../controls/choices.ts';
import type { ControlPanel } from '../../controls/control.ts';
import {
  checkbox,
  laidOut,
  REQUIRED,
  redrawing,
  select,
  special,
  text,
} from '../../controls/control-makers.ts';
import { adhocFilters, groupby, rowLimit } from '../../controls/query-controls.ts';

const column = special('DndColumnSelect', 'column', 'Column', [], {
  clearable: true,
  fromDatasource: true,
  ...REQUIRED,
});

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        column,
        groupby,
        adhocFilters,
        rowLimit(10000),
        select('bins', 'Bins', plainChoices([5, 10, 15, 20]), 5, {
          freeForm: true,
          validators: ['integer'],
        }),
        checkbox('normalize', 'Normalize', false, {
          description: 'Shares of all rows instead of their number.',
        }),
        checkbox('cumulative', 'Cumulative', false, {
          description: 'Each range counts the rows of the ranges before it, too.',
        }),
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        colorScheme,
        ...redrawing(
          checkbox('show_value', 'Show Value', false),
          checkbox('show_legend', 'Show legend', true),
          text('x_axis_title', 'X Axis Title', ''),
          numberFormat('x_axis_format', 'X Axis Format'),
          text('y_axis_title', 'Y Axis Title', ''),
          numberFormat('y_axis_format', 'Y Axis Format'),
        ),
      ),
    },
  ],
};
