import { colorScheme, currencyFormat, numberFormat, timeFormat } from '../../controls/appearance-controls.ts';
import type { Choice, ControlPanel } from '../../controls/control.ts';
import { checkbox, laidOut, redrawing, select } from '../../controls/control-makers.ts';
import { adhocFilters, groupby, oneMetric, rowLimit } from '../../controls/query-controls.ts';

/** The capital of the first one is part of what is stored. */
const LABEL_TYPES: readonly Choice[] = [
  ['Key', 'Key'],
  ['value', 'Value'],
  ['key_value', 'Category and Value'],
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
        rowLimit(10000),
        checkbox('sort_by_metric', 'Sort by metric', undefined),
        adhocFilters,
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        colorScheme,
        'Labels',
        ...redrawing(
          checkbox('show_labels', 'Show Labels', true),
          checkbox('show_upper_labels', 'Show Upper Labels', true),
          select('label_type', 'Label Type', LABEL_TYPES, 'key_value'),
        ),
        numberFormat('number_format', 'Number format'),
        currencyFormat,
        timeFormat('date_format', 'Date format'),
      ),
    },
  ],
};
