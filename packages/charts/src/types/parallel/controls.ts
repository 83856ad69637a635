import { linearColorScheme } from '../../controls/appearance-controls.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { checkbox, column, laidOut, metrics, redrawing } from '../../controls/control-makers.ts';
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
        column('series', 'Dimension', { description: 'What has a line of its own.' }),
        manyMetrics,
        metrics('secondary_metric', 'Color Metric', null, { description: 'Colours the lines.' }),
        adhocFilters,
        [seriesLimit('limit'), rowLimit(10000)],
        sortBy('timeseries_limit_metric'),
        orderDescending,
      ),
    },
    {
      label: 'Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        redrawing(
          checkbox('show_datatable', 'Data Table', false, {
            description: 'Writes the values of the first lines below them.',
          }),
          checkbox('include_series', 'Include Series', false, {
            description: 'The dimension has an axis, too.',
          }),
        ),
        linearColorScheme,
      ),
    },
  ],
};
