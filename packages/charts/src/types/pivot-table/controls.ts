import {
  conditionalFormatting,
  currencyFormat,
  numberFormat,
  timeFormat,
} from '../../controls/appearance-controls.ts';
import { plainChoices } from '../../controls/choices.ts';
import type { Choice, ControlPanel } from '../../controls/control.ts';
import { checkbox, columns, laidOut, radio, redrawing, select } from '../../controls/control-makers.ts';
import {
  adhocFilters,
  manyMetrics,
  orderDescendingAlways,
  rowLimit,
  seriesLimit,
  sortBy,
  temporalColumns,
  timeGrain,
} from '../../controls/query-controls.ts';
import { hasTimeDimension } from '../../controls/visibility.ts';
import { AGGREGATIONS } from './aggregators.ts';

const ORDERS: readonly Choice[] = [
  ['key_a_to_z', 'key a-z'],
  ['key_z_to_a', 'key z-a'],
  ['value_a_to_z', 'value ascending'],
  ['value_z_to_a', 'value descending'],
];

const LAYOUTS: readonly Choice[] = [
  ['COLUMNS', 'Columns'],
  ['ROWS', 'Rows'],
];

function position(name: string, label: string, [first, last]: readonly [string, string]) {
  return select(
    name,
    label,
    [
      [true, first],
      [false, last],
    ],
    false,
  );
}

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        columns('groupbyColumns', 'Columns', { multi: true }),
        columns('groupbyRows', 'Rows', { multi: true }),
        [timeGrain(hasTimeDimension('groupbyColumns', 'groupbyRows')), temporalColumns],
        manyMetrics,
        { ...radio('metricsLayout', 'Apply metrics on', LAYOUTS, 'COLUMNS'), renderTrigger: true },
        adhocFilters,
        seriesLimit('series_limit'),
        rowLimit(10000, 'Cell limit'),
        sortBy('series_limit_metric'),
        orderDescendingAlways,
      ),
    },
    {
      label: 'Options',
      tab: 'data',
      expanded: true,
      ...laidOut(
        ...redrawing(
          select('aggregateFunction', 'Aggregation function', plainChoices(AGGREGATIONS), 'Sum', {
            clearable: false,
          }),
          checkbox('rowTotals', 'Show rows total', false),
          checkbox('rowSubTotals', 'Show rows subtotal', false),
          checkbox('colTotals', 'Show columns total', false),
          checkbox('colSubTotals', 'Show columns subtotal', false),
          checkbox('transposePivot', 'Transpose pivot', false),
          checkbox('combineMetric', 'Combine metrics', false),
        ),
      ),
    },
    {
      label: 'Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        numberFormat('valueFormat', 'Value format', { fromDatasource: true }),
        currencyFormat,
        timeFormat('date_format', 'Date format'),
        ...redrawing(
          select('rowOrder', 'Sort rows by', ORDERS, 'key_a_to_z'),
          select('colOrder', 'Sort columns by', ORDERS, 'key_a_to_z'),
          position('rowSubtotalPosition', 'Rows subtotal position', ['Top', 'Bottom']),
          position('colSubtotalPosition', 'Columns subtotal position', ['Left', 'Right']),
        ),
        conditionalFormatting('Conditional formatting'),
        checkbox('allow_render_html', 'Render columns in HTML format', true, { renderTrigger: true }),
      ),
    },
  ],
};
