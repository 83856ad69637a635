import { colorScheme, currencyFormat, legend, numberFormat, timeFormat } from '../../controls/appearance-controls.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { checkbox, redrawing, redrawingRows, select, slider, special, text } from '../../controls/control-makers.ts';
import { adhocFilters, groupby, oneMetric, rowLimit } from '../../controls/query-controls.ts';
import { equals, isSet } from '../../controls/visibility.ts';

const labelControls = redrawing(
  select(
    'label_type',
    'Label Type',
    [
      ['key', 'Category Name'],
      ['value', 'Value'],
      ['percent', 'Percentage'],
      ['key_value', 'Category and Value'],
      ['key_percent', 'Category and Percentage'],
      ['key_value_percent', 'Category, Value and Percentage'],
      ['value_percent', 'Value and Percentage'],
      ['template', 'Template'],
    ],
    'key',
  ),
  text('label_template', 'Label Template', undefined, {
    visible: equals('label_type', 'template'),
    description: 'Format data labels. Use variables: {name}, {value}, {percent}. \\n represents a new line.',
  }),
);

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      rows: [[groupby], [oneMetric], [adhocFilters], [rowLimit(100)], [checkbox('sort_by_metric', 'Sort by metric', true)]],
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      headings: { 4: 'Legend', 9: 'Labels', 19: 'Pie shape' },
      rows: [
        [colorScheme],
        ...redrawingRows(
          text('show_labels_threshold', 'Percentage threshold', 5, { isFloat: true }),
          special('NumberControl', 'threshold_for_other', 'Threshold for Other', 0, { min: 0, max: 100, step: 0.5 }),
          select(
            'roseType',
            'Rose Type',
            [
              ['area', 'Area'],
              ['radius', 'Radius'],
              [null, 'None'],
            ],
            null,
          ),
        ),
        [],
        ...legend,
        [],
        ...labelControls.map((control) => [control]),
        [numberFormat('number_format', 'Number format')],
        [currencyFormat],
        [timeFormat('date_format', 'Date format')],
        ...redrawingRows(
          checkbox('show_labels', 'Show Labels', true),
          checkbox('labels_outside', 'Put labels outside', true, { visible: isSet('show_labels') }),
          checkbox('label_line', 'Label Line', false, { visible: isSet('show_labels') }),
          checkbox('show_total', 'Show Total', false),
        ),
        [],
        ...redrawingRows(
          slider('outerRadius', 'Outer Radius', 70, { min: 10, max: 100, step: 1 }),
          checkbox('donut', 'Donut', false),
          slider('innerRadius', 'Inner Radius', 30, { min: 0, max: 100, step: 1, visible: isSet('donut') }),
        ),
      ],
    },
  ],
};
