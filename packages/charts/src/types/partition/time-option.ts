import type { ChartFormData } from '@chartroom/model';
import type { Choice } from '../../controls/control.ts';

const OPTIONS = [
  'not_time',
  'time_series',
  'agg_mean',
  'agg_sum',
  'point_diff',
  'point_percent',
  'point_factor',
  'adv_anal',
] as const;

/** What the parts of a partition are in time. */
export type TimeOption = (typeof OPTIONS)[number];

/** The option of form data; without a known one time plays no part. */
export function timeOption({ time_series_option: given }: ChartFormData): TimeOption {
  return OPTIONS.find((option) => option === given) ?? 'not_time';
}

/** The options as a person chooses them. */
export const TIME_OPTIONS: readonly Choice[] = [
  ['not_time', 'Not Time Series'],
  ['time_series', 'Time Series'],
  ['agg_mean', 'Aggregate Mean'],
  ['agg_sum', 'Aggregate Sum'],
  ['point_diff', 'Difference'],
  ['point_percent', 'Percent Change'],
  ['point_factor', 'Factor'],
  ['adv_anal', 'Advanced Analytics'],
];
