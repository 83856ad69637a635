import { timeComparison } from '../../controls/analytics-sections.ts';
import { conditionalFormatting, timeFormat } from '../../controls/appearance-controls.ts';
import { plainChoices, ROW_LIMITS } from '../../controls/choices.ts';
import type { Choice, Control, ControlPanel, Section } from '../../controls/control.ts';
import { checkbox, laidOut, redrawing, select, special } from '../../controls/control-makers.ts';
import { adhocFilters, rowLimit, temporalColumns, timeGrain } from '../../controls/query-controls.ts';
import { all, hasTimeDimension, isSet, not } from '../../controls/visibility.ts';
import {
  dimensions,
  isAggregate,
  kept,
  measuresOrColumns,
  percentMetricsControl,
  queryMode,
  rankOrOrder,
} from './row-controls.ts';

const serverPageLength: Control = select(
  'server_page_length',
  'Server Page Length',
  plainChoices([10, 20, 50, 100, 200]),
  10,
  {
    freeForm: true,
    validators: ['integer'],
    visible: isSet('server_pagination'),
  },
);

const PERCENT_CALCULATIONS: readonly Choice[] = [
  ['row_limit', 'Row limit'],
  ['all_records', 'All records'],
];

const longLimits = [...ROW_LIMITS, 100000, 150000, 200000, 250000, 300000, 350000, 400000, 450000, 500000];

const query: Section = {
  label: 'Query',
  tab: 'data',
  expanded: true,
  ...laidOut(
    queryMode,
    dimensions,
    [timeGrain(all(isAggregate, hasTimeDimension('groupby'))), temporalColumns],
    measuresOrColumns,
    percentMetricsControl,
    adhocFilters,
    rankOrOrder,
    checkbox('order_desc', 'Sort descending', true, { ...kept, visible: isAggregate }),
    checkbox('server_pagination', 'Server pagination', false),
    serverPageLength,
    { ...rowLimit(10000), choices: plainChoices(longLimits), validators: ['integer', 'other', 'other'] },
    select('percent_metric_calculation', 'Percentage metric calculation', PERCENT_CALCULATIONS, 'row_limit', {
      clearable: false,
      visible: all(isAggregate, isSet('percent_metrics')),
    }),
    checkbox('show_totals', 'Show summary', false, { ...kept, visible: isAggregate }),
  ),
};

const options: Section = {
  label: 'Options',
  tab: 'customize',
  expanded: true,
  ...laidOut(
    timeFormat('table_timestamp_format', 'Timestamp format', { clearable: false }),
    ...redrawing(
      select('page_length', 'Page length', [[0, 'All'], ...plainChoices([10, 20, 50, 100, 200])], null, {
        freeForm: true,
        visible: not(isSet('server_pagination')),
      }),
      checkbox('include_search', 'Search box', false),
      checkbox('allow_rearrange_columns', 'Allow columns to be rearranged', false, {
        visible: not(isSet('time_compare')),
      }),
      checkbox('allow_render_html', 'Render columns in HTML format', true),
      special('ColumnConfigControl', 'column_config', 'Customize columns', undefined, {
        fromDatasource: true,
      }),
    ),
  ),
};

const visualFormatting: Section = {
  label: 'Visual formatting',
  tab: 'customize',
  expanded: true,
  ...laidOut(
    ...redrawing(
      checkbox('show_cell_bars', 'Show cell bars', true),
      checkbox('align_pn', 'Align +/-', false),
      checkbox('color_pn', 'Add colors to cell bars for +/-', true),
      checkbox('comparison_color_enabled', 'Basic conditional formatting', false, {
        visible: isSet('time_compare'),
      }),
      select(
        'comparison_color_scheme',
        'color type',
        [
          ['Green', 'Green for increase, red for decrease'],
          ['Red', 'Red for increase, green for decrease'],
        ],
        'Green',
        { visible: all(isSet('time_compare'), isSet('comparison_color_enabled')) },
      ),
    ),
    conditionalFormatting('Custom conditional formatting'),
  ),
};

/** The panel of a table; all but paging and looks asks anew. */
export const controls: ControlPanel = {
  sections: [query, options, visualFormatting, { ...timeComparison, visible: isAggregate }],
};
