import type { ControlPanel } from '../../controls/control.ts';
import { checkbox, columns, laidOut, REQUIRED, text } from '../../controls/control-makers.ts';
import {
  adhocFilters,
  manyMetrics,
  orderDescending,
  rowLimit,
  seriesLimit,
  sortBy,
} from '../../controls/query-controls.ts';

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        manyMetrics,
        adhocFilters,
        columns('groupby', 'Dimensions', { multi: true, ...REQUIRED }),
        [seriesLimit('limit'), sortBy('timeseries_limit_metric')],
        orderDescending,
        checkbox('contribution', 'Contribution', false, {
          description: 'Each group as its share of all groups at the same moment.',
        }),
        rowLimit(10000),
      ),
    },
    {
      label: 'Parameters',
      tab: 'data',
      expanded: false,
      ...laidOut(
        text('significance_level', 'Significance Level', 0.05, {
          description: 'Groups differ significantly when their p-value is not above this level.',
        }),
        text('pvalue_precision', 'p-value precision', 6, { description: 'Digits behind the point.' }),
        text('liftvalue_precision', 'Lift percent precision', 4, { description: 'Digits behind the point.' }),
      ),
    },
  ],
};
