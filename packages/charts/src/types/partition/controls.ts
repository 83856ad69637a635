import { colorScheme, numberFormat, timeFormat } from '../../controls/appearance-controls.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { checkbox, laidOut, REQUIRED, redrawing, select, text } from '../../controls/control-makers.ts';
import { olderAnalytics } from '../../controls/older-analytics.ts';
import { olderQuery } from '../../controls/older-query.ts';
import { TIME_OPTIONS } from './time-option.ts';

export const controls: ControlPanel = {
  sections: [
    olderQuery,
    {
      label: 'Time Series Options',
      tab: 'data',
      expanded: true,
      ...laidOut(
        select('time_series_option', 'Options', TIME_OPTIONS, 'not_time', {
          ...REQUIRED,
          description:
            'What the parts are in time: a level of moments, what these add up to, or how they differ.',
        }),
      ),
    },
    {
      label: 'Chart Options',
      tab: 'data',
      expanded: true,
      ...laidOut(
        colorScheme,
        [numberFormat('number_format', 'Number format'), timeFormat('date_time_format', 'Date Time Format')],
        [
          text('partition_limit', 'Partition Limit', '5', {
            isInt: true,
            description: 'Parts of one whole that are drawn, at most; the smallest are drawn as one.',
          }),
          text('partition_threshold', 'Partition Threshold', '0.05', {
            isFloat: true,
            description: 'Parts below this share of their whole are drawn as one.',
          }),
        ],
        ...redrawing(
          checkbox('log_scale', 'Log Scale', false, {
            description: 'Heights grow with the order of magnitude.',
          }),
          checkbox('equal_date_size', 'Equal Date Sizes', true, {
            description: 'All moments are of one height.',
          }),
          checkbox('rich_tooltip', 'Rich Tooltip', true, {
            description: 'Tells what a part lies in, too.',
          }),
        ),
      ),
    },
    olderAnalytics,
  ],
};
