import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

const day = (date: number) => Date.UTC(2024, 2, date);

/** Work on a garden in spring. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'gantt_chart',
    start_time: 'begins',
    end_time: 'ends',
    y_axis: 'task',
    series: 'who',
    tooltip_columns: [],
    tooltip_metrics: ['hours'],
    adhoc_filters: [],
    row_limit: 100,
  },
  results: [
    exampleResult({ begins: 2, ends: 2, task: 1, who: 1, hours: 0 }, [
      [day(1), day(5), 'Prune the trees', 'Ida', 12],
      [day(4), day(9), 'Dig the beds', 'Olaf', 20],
      [day(8), day(12), 'Repair the fence', 'Olaf', 14],
      [day(7), day(18), 'Grow seedlings', 'Ida', 9],
      [day(14), day(17), 'Build a shed', 'Tess', 16],
      [day(18), day(22), 'Plant out', 'Ida', 18],
      [day(20), day(24), 'Lay the path', 'Tess', 22],
    ]),
  ],
};
