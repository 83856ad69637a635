import type { Control, Section } from './control.ts';
import { checkbox, laidOut } from './control-makers.ts';
import {
  adhocFilters,
  manyMetrics,
  orderDescending,
  rowLimit,
  seriesLimit,
  sortBy,
} from './query-controls.ts';

/** What series over time are made of, as charts of before ask for it (contract/charts.md §3.30). */
export function seriesSection(dimensions: Control): Section {
  return {
    label: 'Query',
    tab: 'data',
    expanded: true,
    ...laidOut(
      manyMetrics,
      adhocFilters,
      dimensions,
      [seriesLimit('limit'), sortBy('timeseries_limit_metric')],
      orderDescending,
      checkbox('contribution', 'Contribution', false, {
        description: 'Each series as its share of all of them at the same moment.',
      }),
      rowLimit(10000),
    ),
  };
}
