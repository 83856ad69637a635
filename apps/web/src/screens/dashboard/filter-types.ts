import type { FILTER_TYPES } from '@chartroom/model';

export type FilterType = (typeof FILTER_TYPES)[number];

/** What people call the types of filters (contract/ui.md C2). */
export const FILTER_TYPE_NAMES: Readonly<Record<FilterType, string>> = {
  filter_select: 'Value',
  filter_range: 'Numerical range',
  filter_time: 'Time range',
  filter_timecolumn: 'Time column',
  filter_timegrain: 'Time grain',
};
