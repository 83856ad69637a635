import {
  colorScheme,
  currencyFormat,
  legend,
  numberFormat,
  timeFormat,
} from '../../controls/appearance-controls.ts';
import type { Choice, ControlPanel } from '../../controls/control.ts';
import {
  checkbox,
  laidOut,
  redrawing,
  select,
  slider,
  special,
  text,
} from '../../controls/control-makers.ts';
import { adhocFilters, groupby, oneMetric, rowLimit } from '../../controls/query-controls.ts';
import { equals, isSet } from '../../controls/visibility.ts';

const LABEL_TYPES: readonly Choice[] = [
  ['key', 'Category Name'],
  ['value', 'Value'],
  ['percent', 'Percentage'],
  ['key_value', 'Category and Value'],
  ['key_percent', 'Category and Percentage'],
  ['key_value_percent', 'Category, Value and Percentage'],
  ['value_percent', 'Value and Percentage'],
  ['template', 'Template'],
];

const ROSE_TYPES: readonly Choice[] = [
  ['area', 'Area'],
  ['radius', 'Radius'],
  [null, 'None'],
];

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
        rowLimit(100),
        checkbox('sort_by_metric', 'Sort by metric', true),
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        colorScheme,
        ...redrawing(
          text('show_labels_threshold', 'Percentage threshold', 5, { isFloat: true }),
          special('NumberControl', 'threshold_for_other', 'Threshold for Other', 0, {
            min: 0,
            max: 100,
            step: 0.5,
          }),
          select('roseType', 'Rose Type', ROSE_TYPES, null),
        ),
        'Legend',
        ...legend,
        'Labels',
        ...redrawing(
          select('label_type', 'Label Type', LABEL_TYPES, 'key'),
          text('label_template', 'Label Template', undefined, {
            visible: equals('label_type', 'template'),
            description:
              'Format data labels. Use variables: {name}, {value}, {percent}. \\n represents a new line.',
          }),
        ),
        numberFormat('number_format', 'Number format'),
        currencyFormat,
        timeFormat('date_format', 'Date format'),
        ...redrawing(
          checkbox('show_labels', 'Show Labels', true),
          checkbox('labels_outside', 'Put labels outside', true, { visible: isSet('show_labels') }),
          checkbox('label_line', 'Label Line', false, { visible: isSet('show_labels') }),
          checkbox('show_total', 'Show Total', false),
        ),
        'Pie shape',
        ...redrawing(
          slider('outerRadius', 'Outer Radius', 70, { min: 10, max: 100, step: 1 }),
          checkbox('donut', 'Donut', false),
          slider('innerRadius', 'Inner Radius', 30, { min: 0, max: 100, step: 1, visible: isSet('donut') }),
        ),
      ),
    },
  ],
};
