import type { ControlPanel } from './control.ts';
import { checkbox, laidOut } from './control-makers.ts';
import {
  adhocFilters,
  groupby,
  manyMetrics,
  orderDescending,
  rowLimit,
  seriesLimit,
  sortBy,
} from './query-controls.ts';

/** What older charts of series ask for. */
export const olderQuery: ControlPanel['sections'][number] = {
  label: 'Query',
  tab: 'data',
  expanded: true,
  ...laidOut(
    manyMetrics,
    adhocFilters,
    groupby,
    seriesLimit('limit'),
    sortBy('timeseries_limit_metric'),
    orderDescending,
    checkbox('contribution', 'Contribution', false),
    rowLimit(10000),
  ),
};
