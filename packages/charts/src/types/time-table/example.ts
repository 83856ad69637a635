import type { ChartExample } from '../../chart-type.ts';
import { pricesOverTime } from '../prices-over-time.ts';

/** Prices of shares: their course, their latest value, and how it compares. */
export const example: ChartExample = {
  form: {
    ...pricesOverTime.form,
    viz_type: 'time_table',
    column_collection: [
      { key: 'now', label: 'Now', colType: 'time', comparisonType: 'value', d3format: ',.1f' },
      {
        key: 'change',
        label: 'Since last month',
        colType: 'time',
        timeLag: 1,
        comparisonType: 'perc_change',
        d3format: '+.1%',
        bounds: [-0.1, 0.1],
        tooltip: 'Against the month before',
      },
      { key: 'course', label: 'Course', colType: 'spark', width: 160, height: 40, d3format: ',.1f' },
      { key: 'average', label: 'Average', colType: 'avg', d3format: ',.1f' },
      { key: 'share', label: 'Share', colType: 'contrib', d3format: '.0%' },
    ],
  },
  results: pricesOverTime.results,
};
