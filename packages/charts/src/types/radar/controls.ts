import { colorScheme, legend, numberFormat, timeFormat } from '../../controls/appearance-controls.ts';
import type { Choice, ControlPanel } from '../../controls/control.ts';
import { checkbox, laidOut, redrawing, select, special } from '../../controls/control-makers.ts';
import { adhocFilters, groupby, manyMetrics, rowLimit, sortBy } from '../../controls/query-controls.ts';

const LABEL_TYPES: readonly Choice[] = [
  ['value', 'Value'],
  ['key_value', 'Category and Value'],
];

/** Where a label stands, seen from its point. */
export const LABEL_POSITIONS = [
  ['top', 'Top'],
  ['left', 'Left'],
  ['right', 'Right'],
  ['bottom', 'Bottom'],
  ['inside', 'Inside'],
  ['insideLeft', 'Inside left'],
  ['insideRight', 'Inside right'],
  ['insideTop', 'Inside top'],
  ['insideBottom', 'Inside bottom'],
  ['insideTopLeft', 'Inside top left'],
  ['insideBottomLeft', 'Inside bottom left'],
  ['insideTopRight', 'Inside top right'],
  ['insideBottomRight', 'Inside bottom right'],
] as const satisfies readonly Choice[];

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(groupby, manyMetrics, sortBy('timeseries_limit_metric'), adhocFilters, rowLimit(10)),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        colorScheme,
        'Legend',
        ...legend,
        'Labels',
        ...redrawing(
          checkbox('show_labels', 'Show Labels', true),
          select('label_type', 'Label Type', LABEL_TYPES, 'value'),
          select('label_position', 'Label position', LABEL_POSITIONS, 'top'),
        ),
        numberFormat('number_format', 'Number format'),
        timeFormat('date_format', 'Date format'),
        'Radar',
        ...redrawing(
          special('ColumnConfigControl', 'column_config', 'Customize Metrics', undefined, {
            fromDatasource: true,
          }),
          checkbox('is_circle', 'Circle radar shape', false),
        ),
      ),
    },
  ],
};
