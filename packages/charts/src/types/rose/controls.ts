import { colorScheme, numberFormat, timeFormat } from '../../controls/appearance-controls.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { checkbox, laidOut, redrawing } from '../../controls/control-makers.ts';
import { olderAnalytics } from '../../controls/older-analytics.ts';
import {
  adhocFilters,
  groupby,
  manyMetrics,
  orderDescending,
  rowLimit,
  seriesLimit,
  sortBy,
} from '../../controls/query-controls.ts';
import { timeWithGrain } from '../../controls/time-section.ts';

export const controls: ControlPanel = {
  sections: [
    timeWithGrain,
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        manyMetrics,
        adhocFilters,
        groupby,
        [seriesLimit('limit'), sortBy('timeseries_limit_metric')],
        orderDescending,
        checkbox('contribution', 'Contribution', false, {
          description: 'Each value as its share of all at its moment.',
        }),
        rowLimit(10000),
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        colorScheme,
        [numberFormat('number_format', 'Number format'), timeFormat('date_time_format', 'Date Time Format')],
        redrawing(
          checkbox('rich_tooltip', 'Rich Tooltip', true, {
            description: 'Tells all series of the moment that is pointed at.',
          }),
          checkbox('rose_area_proportion', 'Use Area Proportions', false, {
            description: 'Values are as large as areas instead of radii.',
          }),
        ),
      ),
    },
    olderAnalytics,
  ],
};
