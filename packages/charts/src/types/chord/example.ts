import type { ChartExample } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';

/** Moves of a year between the quarters of a town. */
export const example: ChartExample = {
  form: {
    datasource: '1__table',
    viz_type: 'chord',
    groupby: ['moved_from'],
    columns: ['moved_to'],
    metric: 'people',
    adhoc_filters: [],
    row_limit: 100,
  },
  results: [
    exampleResult({ moved_from: 1, moved_to: 1, people: 0 }, [
      ['Harbour', 'Old Town', 320],
      ['Harbour', 'Hillside', 140],
      ['Old Town', 'Hillside', 410],
      ['Old Town', 'Meadows', 260],
      ['Old Town', 'Harbour', 90],
      ['Meadows', 'Hillside', 120],
      ['Meadows', 'Old Town', 180],
      ['Hillside', 'Meadows', 150],
      ['Hillside', 'Harbour', 60],
    ]),
  ],
};
