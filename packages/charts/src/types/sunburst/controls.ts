import {
  colorScheme,
  currencyFormat,
  linearColorScheme,
  numberFormat,
  timeFormat,
} from '../../controls/appearance-controls.ts';
import type { Choice, ControlPanel, ControlState } from '../../controls/control.ts';
import {
  checkbox,
  columns,
  laidOut,
  metrics,
  REQUIRED,
  redrawing,
  select,
  text,
} from '../../controls/control-makers.ts';
import { adhocFilters, rowLimit } from '../../controls/query-controls.ts';
import { not } from '../../controls/visibility.ts';
import { secondMetric } from './second-metric.ts';

const LABEL_TYPES: readonly Choice[] = [
  ['key', 'Category Name'],
  ['value', 'Value'],
  ['key_value', 'Category and Value'],
];

const isLinear = ({ form }: ControlState) => secondMetric(form) !== undefined;

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        columns('columns', 'Hierarchy', {
          multi: true,
          description: 'The levels from the innermost ring to the outermost one.',
        }),
        metrics('metric', 'Primary Metric', undefined, {
          ...REQUIRED,
          description: 'How large the arcs are.',
        }),
        metrics('secondary_metric', 'Secondary Metric', null, {
          description:
            'Colours the arcs by its ratio to the primary metric. Without it, colours tell categories apart.',
        }),
        adhocFilters,
        rowLimit(10000),
        checkbox('sort_by_metric', 'Sort by metric', undefined),
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        { ...colorScheme, visible: not(isLinear) },
        { ...linearColorScheme, visible: isLinear },
        'Labels',
        ...redrawing(
          checkbox('show_labels', 'Show Labels', false),
          text('show_labels_threshold', 'Percentage threshold', 5, {
            isFloat: true,
            description: 'Arcs below this share of the whole have no label.',
          }),
          checkbox('show_total', 'Show Total', false),
          select('label_type', 'Label Type', LABEL_TYPES, 'key'),
        ),
        numberFormat('number_format', 'Number format'),
        currencyFormat,
        timeFormat('date_format', 'Date format'),
      ),
    },
  ],
};
