import { colorScheme, currencyFormat, legend, numberFormat } from '../../controls/appearance-controls.ts';
import type { Choice, ControlPanel } from '../../controls/control.ts';
import { checkbox, laidOut, redrawing, select } from '../../controls/control-makers.ts';
import { adhocFilters, groupby, oneMetric, rowLimit } from '../../controls/query-controls.ts';

const PERCENTAGES: readonly Choice[] = [
  ['first_step', 'Calculate from first step'],
  ['prev_step', 'Calculate from previous step'],
  ['total', 'Percent of total'],
];

const TOOLTIP_CONTENTS: readonly Choice[] = [
  [0, 'Category Name'],
  [1, 'Value'],
  [2, 'Percentage'],
  [3, 'Category and Value'],
  [4, 'Category and Percentage'],
  [5, 'Category, Value and Percentage'],
];
const LABEL_CONTENTS: readonly Choice[] = [...TOOLTIP_CONTENTS, [6, 'Value and Percentage']];

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
        rowLimit(10),
        checkbox('sort_by_metric', 'Sort by metric', true),
        select('percent_calculation_type', '% calculation', PERCENTAGES, 'first_step', {
          renderTrigger: true,
          description:
            'What the percentages are a part of: the first stage, the one before, or all together.',
        }),
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        colorScheme,
        'Legend',
        ...legend.filter((control) => control.name !== 'legendType'),
        'Labels',
        ...redrawing(
          select('label_type', 'Label Contents', LABEL_CONTENTS, 0),
          select('tooltip_label_type', 'Tooltip Contents', TOOLTIP_CONTENTS, 5),
        ),
        numberFormat('number_format', 'Number format'),
        currencyFormat,
        ...redrawing(
          checkbox('show_labels', 'Show Labels', true),
          checkbox('show_tooltip_labels', 'Show Tooltip Labels', true),
        ),
      ),
    },
  ],
};
