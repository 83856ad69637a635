import { colorScheme, legend, numberFormat, timeFormat } from '../../controls/appearance-controls.ts';
import { TITLE_MARGINS } from '../../controls/choices.ts';
import type { Control, ControlPanel } from '../../controls/control.ts';
import {
  checkbox,
  column,
  columns,
  laidOut,
  metrics,
  REQUIRED,
  redrawing,
  select,
  special,
  text,
} from '../../controls/control-makers.ts';
import { orderChoices, orderText } from '../../controls/ordering.ts';
import { adhocFilters, rowLimit } from '../../controls/query-controls.ts';
import { isSet } from '../../controls/visibility.ts';

const ordering: Control = {
  ...select('order_by_cols', 'Ordering', undefined, [], {
    multi: true,
    resetOnHide: false,
    fromDatasource: true,
    description: 'The order of the bars, from the top.',
  }),
  choicesFrom: orderChoices,
  textOf: orderText,
};

/** The title of an axis and its distance; it stands beside its axis. */
function title(axis: 'x' | 'y', name: string, distance: number): Control[] {
  return redrawing(
    text(`${axis}_axis_title`, `${name} Title`, ''),
    select(`${axis}_axis_title_margin`, `${name} Title Margin`, TITLE_MARGINS, distance, {
      freeForm: true,
      clearable: true,
    }),
  );
}

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        column('start_time', 'Start Time', { ...REQUIRED, description: 'When each bar begins.' }),
        column('end_time', 'End Time', { ...REQUIRED, description: 'When each bar ends.' }),
        columns('y_axis', 'Y-axis', { multi: true, description: 'What has a row of its own.' }),
        column('series', 'Dimension', { description: 'What the bars are coloured by.' }),
        checkbox('subcategories', 'Subcategories', false, {
          renderTrigger: true,
          visible: isSet('series'),
          description: 'Each value of the dimension has a row of its own within its row.',
        }),
        metrics('tooltip_metrics', 'Tooltip (metrics)', undefined, { multi: true }),
        columns('tooltip_columns', 'Tooltip (columns)', { multi: true }),
        adhocFilters,
        ordering,
        rowLimit(10000),
      ),
    },
    {
      label: 'Chart Title',
      tab: 'customize',
      expanded: true,
      ...laidOut('X Axis', ...title('x', 'X Axis', 15), 'Y Axis', ...title('y', 'Y Axis', 30)),
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
          checkbox('zoomable', 'Data Zoom', false),
          checkbox('show_extra_controls', 'Extra Controls', false),
        ),
        'X Axis',
        special('TimeRangeControl', 'x_axis_time_bounds', 'Bounds', undefined, {
          renderTrigger: true,
          description: 'The times of day at which the axis begins and ends.',
        }),
        timeFormat('x_axis_time_format', 'Time format'),
        'Tooltip',
        timeFormat('tooltipTimeFormat', 'Tooltip time format', { clearable: false }),
        numberFormat('tooltipValuesFormat', 'Number format', { clearable: false, fromDatasource: true }),
      ),
    },
  ],
};
